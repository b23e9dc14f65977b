import {
  type Case,
  type CaseFilter,
  type CaseSummary,
  isId,
  type Problem,
  type Report,
} from '@penmark/contract'
import { shortened } from '@penmark/wording'
import type { Owner } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection } from '../../../services/database/database.ts'
import { readNameOnRecord, readOptionalSchool } from '../../accounts/index.ts'
import { readClassGroupNames, readStudentNames } from '../../classes/index.ts'
import {
  asOnlyResult,
  listExistingDocuments,
  listNoLongerJudged,
  readWithdrawal,
} from '../../documents/index.ts'
import { readCaseAppeal } from './appeal-status.ts'
import { type CaseNames, toCase, toSummary } from './rules.ts'
import {
  type CaseOfDocument,
  type CaseRow,
  type CountedCase,
  selectCaseDocuments,
  selectCaseEntries,
  selectCasePolicy,
  selectCases,
  selectCasesOfDocuments,
  selectIsInCase,
  selectOptionalCase,
  selectOptionalCaseForUpdate,
  selectReplyStarts,
} from './store.ts'

function noSuchCase(): Problem {
  return problem('not_found', 'case_unknown')
}

async function namesOf(
  connection: Connection,
  rows: Pick<CaseRow, 'student_id' | 'class_group_id'>[],
): Promise<CaseNames> {
  const ids = (name: 'student_id' | 'class_group_id') => [...new Set(rows.flatMap((row) => row[name] ?? []))]
  return {
    students: await readStudentNames(connection, ids('student_id')),
    classGroups: await readClassGroupNames(connection, ids('class_group_id')),
  }
}

export async function listCases(
  connection: Connection,
  { offset, limit, ...filter }: CaseFilter & { offset: number; limit: number },
  { teacher_id }: Owner,
): Promise<CaseSummary[]> {
  // No case belongs to an invalid id.
  if (
    Object.entries(filter).some(
      ([name, value]) => name.endsWith('_id') && value !== undefined && !isId(value),
    )
  )
    return []
  const rows = await selectCases(connection, teacher_id, filter, { offset, limit })
  const names = await namesOf(connection, rows)
  const policy = await selectCasePolicy(connection)
  return rows.map((row) => toSummary(row, names, policy))
}

/** The caller's own case, as in lists. */
export async function readCaseSummary(
  connection: Connection,
  id: string,
  owner: Owner,
): Promise<CaseSummary> {
  const row = await requireCase(connection, id, owner)
  return toSummary(row, await namesOf(connection, [row]), await selectCasePolicy(connection))
}

/** The caller's own case; 404 for another teacher's. */
export async function readCase(connection: Connection, id: string, { teacher_id }: Owner): Promise<Case> {
  const row = await requireCase(connection, id, { teacher_id })
  const policy = await selectCasePolicy(connection)
  const documents = await selectCaseDocuments(connection, id)
  const existing = await listExistingDocuments(
    connection,
    teacher_id,
    documents.map(({ document_id }) => document_id),
  )
  const entries = await selectCaseEntries(connection, id)
  return toCase({
    summary: toSummary(row, await namesOf(connection, [row]), policy),
    notes: row.notes,
    documents,
    existing: new Set(existing),
    withdrawn: await listNoLongerJudged(connection, existing),
    entries,
    policy,
    appeal: await readCaseAppeal(connection, { case_id: id, teacher_id, entries }),
    teacher: {
      teacher_name: await readNameOnRecord(connection, teacher_id),
      school_name: await readOptionalSchool(connection, teacher_id),
    },
  })
}

/** The row of the caller's own case, not locked. */
export async function requireCase(
  connection: Connection,
  id: string,
  { teacher_id }: Owner,
): Promise<CountedCase> {
  const row = isId(id) ? await selectOptionalCase(connection, teacher_id, id) : null
  if (!row) throw noSuchCase()
  return row
}

/** Locks the caller's own case until the transaction ends. */
export async function lockCase(connection: Connection, id: string, { teacher_id }: Owner): Promise<CaseRow> {
  const row = isId(id) ? await selectOptionalCaseForUpdate(connection, teacher_id, id) : null
  if (!row) throw noSuchCase()
  return row
}

/** The frozen report of one document of a case. */
export async function readCaseReport(
  connection: Connection,
  id: string,
  document_id: string,
  { teacher_id }: Owner,
): Promise<Report> {
  await requireCase(connection, id, { teacher_id })
  const document = (await selectCaseDocuments(connection, id)).find(
    (each) => each.document_id === document_id,
  )
  if (!document) throw problem('not_found', 'document_not_in_case')
  const report = asOnlyResult(document.report)
  const withdrawal = await readWithdrawal(connection, document_id)
  return withdrawal === null ? report : { ...report, checks: [...report.checks, withdrawal] }
}

/** Whether a document is part of a case. */
export function isInCase(connection: Connection, document_id: string): Promise<boolean> {
  return selectIsInCase(connection, document_id)
}

/** Longer ones are cut where they are quoted outside of their case. */
const quotedCharacters = 160

/** The cases of these documents, by document id, with the beginning of the student's newest reply. */
export async function readCasesOfDocuments(
  connection: Connection,
  ids: string[],
  { teacher_id }: Owner,
): Promise<Map<string, CaseOfDocument & { reply: string | null }>> {
  const rows = await selectCasesOfDocuments(connection, teacher_id, ids)
  const starts = await selectReplyStarts(
    connection,
    rows.map(({ id }) => id),
    2 * quotedCharacters,
  )
  const quoted = (start: string) => shortened(start.replaceAll(/\s+/g, ' ').trim(), quotedCharacters)
  return new Map(
    rows.map((row) => [row.document_id, { ...row, reply: quoted(starts.get(row.id) ?? '') || null }]),
  )
}
