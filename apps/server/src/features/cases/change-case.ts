import { randomUUID } from 'node:crypto'
import {
  type Case,
  type CaseChange,
  type CaseDecisionInput,
  type CaseEvent,
  type CaseStepInput,
  caseLimits,
  type Deleted,
  type Document,
  type FrozenReport,
} from '@penmark/contract'
import { readableName } from '@penmark/wording'
import type { z } from 'zod'
import type { Owner } from '../../http/caller.ts'
import { invalidField, problem } from '../../locale/problems/problem.ts'
import type { CaseEvidence } from '../../pdf/messages.ts'
import type { Connection, Database } from '../../services/database/database.ts'
import type { CaseNotice, Emit, Events } from '../../services/events/events.ts'
import type { Mailer } from '../../services/mail/mailer.ts'
import { readNameOnRecord } from '../accounts/index.ts'
import { lockStudent, moveToBin } from '../classes/index.ts'
import { requireResults } from '../documents/index.ts'
import type { EvidenceDependencies } from './evidence.ts'
import { appealUntil } from './record/appeal-status.ts'
import { selectOptionalLatestAppeal } from './record/appeal-store.ts'
import { notifyStudent } from './record/emails.ts'
import { lockCase, readCase } from './record/read-cases.ts'
import { eventOf, isHeard, ruleOf, stateAfter } from './record/rules.ts'
import { recordCase } from './record/standing.ts'
import {
  type CaseRow,
  deleteCases,
  insertCase,
  insertCaseDocument,
  insertCaseEntry,
  selectCaseDocuments,
  selectCaseEntries,
  selectCasePolicy,
  updateCase,
  updateStudentDeleted,
} from './record/store.ts'

/** A completed document that a student is assigned to. */
async function requireDocument(
  connection: Connection,
  document_id: string,
  owner: Owner,
): Promise<{ document: Document; report: FrozenReport; student_id: string }> {
  const { document, first: report } = await requireResults(connection, document_id, owner)
  if (document.is_sample) throw problem('conflict', 'case_about_sample')
  if (document.student_id === null) throw problem('conflict', 'case_without_student')
  return { document, report, student_id: document.student_id }
}

interface Addition {
  case_id: string
  document: Document
  report: FrozenReport
  evidence: CaseEvidence
  now: Date
}

async function freezeDocument(
  connection: Connection,
  { case_id, document, report, evidence, now }: Addition,
  { teacher_id }: Owner,
): Promise<void> {
  const filename = readableName(document)
  const row = { document_id: document.id, case_id, teacher_id, filename, report, evidence, added_at: now }
  if (!(await insertCaseDocument(connection, row))) throw problem('conflict', 'document_in_case')
}

interface ChangeDependencies {
  database: Database
  emit: Emit
}

/** Opens a case about a document. Only a teacher does this; a finding never opens a case. */
export async function openCase(
  dependencies: EvidenceDependencies,
  document_id: string,
  owner: Owner,
): Promise<Case> {
  const { database, emit, gatherEvidence } = dependencies
  const evidence = await gatherEvidence(document_id, owner)
  return database.transaction(async (connection) => {
    const { teacher_id } = owner
    const { document, report, student_id } = await requireDocument(connection, document_id, owner)
    const student = await lockStudent(connection, owner, student_id)
    const { class_group_id } = document
    const [id, now] = [randomUUID(), new Date()]
    const student_name = `${student.first_name} ${student.last_name}`.trim()
    await insertCase(connection, {
      id,
      teacher_id,
      student_id,
      student_name,
      class_group_id,
      created_at: now,
      updated_at: now,
    })
    await freezeDocument(connection, { case_id: id, document, report, evidence, now }, owner)
    const entry = {
      case_id: id,
      teacher_id,
      at: now,
      by_name: await readNameOnRecord(connection, teacher_id),
    }
    await insertCaseEntry(connection, { ...entry, kind: 'opened', text: readableName(document) })
    await recordCase(connection, { id, state: 'new', decided_at: null })
    const { rule } = await selectCasePolicy(connection)
    if (rule !== '') await insertCaseEntry(connection, { ...entry, kind: 'rule-named', text: rule })
    await emit(connection, 'caseChanged', {
      event: 'case.opened',
      case_id: id,
      teacher_id,
      student_id,
      class_group_id,
      now,
    })
    return readCase(connection, id, owner)
  })
}

/** Adds another document of the same student, with its report as it is now. */
export async function addCaseDocument(
  dependencies: EvidenceDependencies,
  id: string,
  document_id: string,
  owner: Owner,
): Promise<Case> {
  const { database, emit, gatherEvidence } = dependencies
  const evidence = await gatherEvidence(document_id, owner)
  return database.transaction(async (connection) => {
    const { teacher_id } = owner
    const row = await lockCase(connection, id, owner)
    const { document, report, student_id } = await requireDocument(connection, document_id, owner)
    if (student_id !== row.student_id) throw problem('conflict', 'case_of_another_student')
    if ((await selectCaseDocuments(connection, id)).length >= caseLimits.documents)
      throw problem('conflict', 'case_full', { documents: caseLimits.documents })
    const now = new Date()
    await freezeDocument(connection, { case_id: id, document, report, evidence, now }, owner)
    await recordCase(connection, row)
    const by_name = await readNameOnRecord(connection, teacher_id)
    await insertCaseEntry(connection, {
      case_id: id,
      teacher_id,
      at: now,
      kind: 'document-added',
      text: readableName(document),
      by_name,
    })
    await updateCase(connection, id, { updated_at: now })
    const { class_group_id } = row
    await emit(connection, 'caseChanged', {
      event: 'case.changed',
      case_id: id,
      teacher_id,
      student_id,
      class_group_id,
      now,
    })
    return readCase(connection, id, owner)
  })
}

/** Moves a case that was opened by mistake to the bin, as long as nothing has happened in it. */
export function deleteCase(
  { database, emit }: ChangeDependencies,
  id: string,
  owner: Owner,
): Promise<z.infer<typeof Deleted>> {
  return database.transaction(async (connection) => {
    const { state, teacher_id, student_id, class_group_id } = await lockCase(connection, id, owner)
    if (state !== 'new') throw problem('conflict', 'case_on_record')
    const now = new Date()
    await moveToBin(connection, 'case', id, owner, now)
    await deleteCases(connection, [id])
    await emit(connection, 'caseChanged', {
      event: 'case.deleted',
      case_id: id,
      teacher_id,
      student_id,
      class_group_id,
      now,
    })
    return { id, deleted: true }
  })
}

/** Changes a locked case, queues its webhooks and returns the case as it is now. */
async function saveChange(
  emit: Emit,
  connection: Connection,
  row: CaseRow,
  change: Partial<CaseRow>,
  event: CaseEvent,
  now: Date,
): Promise<Case> {
  const { id: case_id, teacher_id, student_id, class_group_id } = row
  await updateCase(connection, case_id, { ...change, updated_at: now })
  await recordCase(connection, { ...row, ...change })
  await emit(connection, 'caseChanged', { event, case_id, teacher_id, student_id, class_group_id, now })
  return readCase(connection, case_id, row)
}

/** Changes the private notes or the due date. A rule that is named becomes part of the record. */
export function changeCase(
  { database, emit }: ChangeDependencies,
  id: string,
  { notes, due_on, rule }: CaseChange,
  owner: Owner,
): Promise<Case> {
  return database.transaction(async (connection) => {
    const row = await lockCase(connection, id, owner)
    const change = { ...(notes === undefined ? {} : { notes }), ...(due_on === undefined ? {} : { due_on }) }
    const now = new Date()
    if (rule !== undefined && rule !== ruleOf(await selectCaseEntries(connection, id))) {
      const by_name = await readNameOnRecord(connection, row.teacher_id)
      await insertCaseEntry(connection, {
        case_id: id,
        teacher_id: row.teacher_id,
        at: now,
        kind: 'rule-named',
        text: rule,
        by_name,
      })
    }
    return saveChange(emit, connection, row, change, 'case.changed', now)
  })
}

/** Records that the student was asked or answered, or a meeting. */
export function recordCaseStep(
  { database, emit }: ChangeDependencies,
  id: string,
  { kind, text }: CaseStepInput,
  owner: Owner,
): Promise<Case> {
  return database.transaction(async (connection) => {
    const row = await lockCase(connection, id, owner)
    const now = new Date()
    const by_name = await readNameOnRecord(connection, row.teacher_id)
    await insertCaseEntry(connection, {
      case_id: id,
      teacher_id: row.teacher_id,
      at: now,
      kind,
      text,
      by_name,
    })
    return saveChange(emit, connection, row, { state: stateAfter(row.state, kind) }, eventOf[kind], now)
  })
}

/** Returns the reason for not hearing the student that is stored with a decision; null if none is needed. */
async function requireHearing(
  connection: Connection,
  id: string,
  { outcome, unheard_reason }: Pick<CaseDecision, 'outcome' | 'unheard_reason'>,
): Promise<string | null> {
  if (outcome !== 'referred' && outcome !== 'ai-used') return null
  if (isHeard(await selectCaseEntries(connection, id))) return null
  if (outcome === 'ai-used') throw problem('conflict', 'nothing_said')
  const { may_refer_unheard } = await selectCasePolicy(connection)
  if (!may_refer_unheard) throw problem('conflict', 'student_unheard')
  if (unheard_reason !== null) return unheard_reason
  throw invalidField('unheard_reason', 'unheard_reason_missing')
}

/**
 * During an appeal, only the reviewer decides. Afterwards the teacher can still clear the student, but not
 * restore a decision that the reviewer replaced.
 */
async function requireNoAppeal(
  connection: Connection,
  id: string,
  { outcome }: Pick<CaseDecision, 'outcome'>,
): Promise<void> {
  const appeal = await selectOptionalLatestAppeal(connection, id)
  if (appeal === null) return
  if (appeal.ended_at === null) throw problem('conflict', 'appeal_pending')
  if (outcome !== 'cleared') throw problem('conflict', 'appeal_decided')
}

interface DecisionDependencies extends ChangeDependencies {
  mailer: Pick<Mailer, 'send'>
}

type CaseDecision = Pick<CaseDecisionInput, 'outcome' | 'reason'> & { unheard_reason: string | null }

/** Decides a case. A later decision supersedes an earlier one, which stays in the timeline. */
export function decideCase(
  { database, emit, mailer }: DecisionDependencies,
  id: string,
  decision: CaseDecision,
  owner: Owner,
): Promise<Case> {
  return database.transaction(async (connection) => {
    const row = await lockCase(connection, id, owner)
    await requireNoAppeal(connection, id, decision)
    const unheard_reason = await requireHearing(connection, id, decision)
    const { outcome, reason: text } = decision
    const now = new Date()
    const appeal_until = appealUntil(now, await selectCasePolicy(connection))
    const by_name = await readNameOnRecord(connection, row.teacher_id)
    const entry = {
      case_id: id,
      teacher_id: row.teacher_id,
      at: now,
      kind: 'decided' as const,
      text,
      outcome,
      unheard_reason,
      by_name,
    }
    await insertCaseEntry(connection, { ...entry, appeal_until: outcome === 'cleared' ? null : appeal_until })
    await notifyStudent(connection, mailer, row, 'studentDecided')
    return saveChange(
      emit,
      connection,
      row,
      { state: 'decided', outcome, decided_at: now },
      'case.decided',
      now,
    )
  })
}

/** What the restoring of a case announces. */
export async function noticeOfRestored(
  connection: Connection,
  { id, teacher_id, now }: Events['restored'],
): Promise<CaseNotice> {
  const { student_id, class_group_id } = await lockCase(connection, id, { teacher_id })
  return { event: 'case.changed', case_id: id, teacher_id, student_id, class_group_id, now }
}

/** Cases about a deleted student stay, under the name that the student had. */
export function keepStudentName(
  connection: Connection,
  { student_id }: Events['studentDeleted'],
): Promise<void> {
  return updateStudentDeleted(connection, student_id)
}
