import type { SchoolMatch, SchoolOverlap } from '@penmark/contract'
import type { PrintedSchoolOverlap } from '../../../pdf/messages.ts'
import type { Connection } from '../../../services/database/database.ts'
import { listAccounts, teacherName } from '../../accounts/index.ts'
import { selectMatches } from './match-store.ts'
import { isDeferred } from './meetings.ts'
import { isRefused } from './refusals.ts'
import { selectRequestsAbout } from './request-store.ts'
import { isSchoolCompared } from './setting.ts'
import type { ComparisonRequestRow, SchoolMatchRow } from './tables.ts'

/** Whom to ask: the name of a teacher, and the address with which they sign in. */
export async function readPeople(connection: Connection, teacher_ids: string[]) {
  const accounts = await listAccounts(connection, [...new Set(teacher_ids)])
  const people = new Map(accounts.map((account) => [account.id, account]))
  return (id: string) => {
    const account = people.get(id)
    return {
      teacher_name: teacherName(account ?? {}),
      teacher_email: account?.email ?? null,
      is_active: account !== undefined && account.deactivated_at === null,
    }
  }
}

/** Whether a request is about the two documents of a match. */
const isAbout = (match: SchoolMatchRow) => (request: ComparisonRequestRow) =>
  (request.document_id === match.document_id && request.other_document_id === match.other_document_id) ||
  (request.document_id === match.other_document_id && request.other_document_id === match.document_id)

/**
 * What each of these documents shares with those of other teachers, the most words first. Null while they are
 * not compared.
 */
export async function readSchoolMatches(
  connection: Connection,
  teacher_id: string,
  ids: readonly string[],
): Promise<Map<string, SchoolMatch[]> | null> {
  if (!(await isSchoolCompared(connection))) return null
  const rows = await selectMatches(connection, teacher_id, { documents: [...ids] })
  const personOf = await readPeople(
    connection,
    rows.map(({ other_teacher_id }) => other_teacher_id),
  )
  const requests = await selectRequestsAbout(connection, teacher_id, [
    ...new Set(rows.map(({ document_id }) => document_id)),
  ])
  const toMatch = async (row: (typeof rows)[number]): Promise<SchoolMatch> => {
    const { is_active, ...person } = personOf(row.other_teacher_id)
    const request = requests.find(isAbout(row))
    const refused = request === undefined && is_active && (await isRefused(connection, row))
    return {
      id: row.id,
      ...person,
      handed_in_on: row.handed_in_on,
      words: row.told_words,
      part: row.told_part,
      closed_to_requests: is_active ? (refused ? 'refused' : null) : 'deactivated',
      request: request
        ? { id: request.id, is_own: request.teacher_id === teacher_id, state: request.state }
        : null,
    }
  }
  const matches = new Map<string, SchoolMatch[]>(ids.map((id) => [id, []]))
  for (const row of rows) matches.get(row.document_id)?.push(await toMatch(row))
  return matches
}

/** Enough for a report. */
const matchesShown = 10

/** The same of one document, for its report. */
export async function readSchoolOverlap(
  connection: Connection,
  teacher_id: string,
  id: string,
): Promise<SchoolOverlap | null> {
  const matches = (await readSchoolMatches(connection, teacher_id, [id]))?.get(id)
  if (!matches) return null
  const is_deferred = await isDeferred(connection, id)
  return { matches: matches.slice(0, matchesShown), documents: matches.length, is_deferred }
}

/** The same for its PDF, with exact figures: only of documents about which both teachers agreed. */
export async function readPrintedSchoolOverlap(
  connection: Connection,
  teacher_id: string,
  id: string,
): Promise<PrintedSchoolOverlap> {
  if (!(await isSchoolCompared(connection))) return { documents: 0, words: 0 }
  const rows = await selectMatches(connection, teacher_id, { documents: [id] })
  const requests = await selectRequestsAbout(connection, teacher_id, [id])
  const agreed = rows.filter((row) => requests.find(isAbout(row))?.state === 'agreed')
  return { documents: agreed.length, words: Math.max(0, ...agreed.map(({ words }) => words)) }
}
