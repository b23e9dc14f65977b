import { randomUUID } from 'node:crypto'
import {
  type ComparisonRequest,
  type ComparisonRequestWithPassages,
  type Deleted,
  isId,
} from '@penmark/contract'
import type { z } from 'zod'
import type { Owner, Reader } from '../../../http/caller.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { defaultLocale } from '../../../locale/locale.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { sendLimited } from '../../../services/mail/limited-mail.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import { readEmail, readNameOnRecord } from '../../accounts/index.ts'
import { lockDocuments, nameDocuments, readTexts } from '../../documents/index.ts'
import { comparisonEmail } from './emails.ts'
import { type MatchSide, selectMatches, selectOtherSide } from './match-store.ts'
import { readPeople } from './read-matches.ts'
import { deleteRefusals, insertRefusal } from './refusal-store.ts'
import { isRefused } from './refusals.ts'
import {
  deleteRequest,
  insertRequest,
  selectOptionalRequestForUpdate,
  selectRequests,
  updateRequest,
} from './request-store.ts'
import { lockSchoolCompared } from './setting.ts'
import type { ComparisonRequestRow, SchoolMatchRow } from './tables.ts'

export interface RequestDependencies {
  database: Database
  mailer: Pick<Mailer, 'send'>
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
}

const noSuchRequest = () => problem('not_found', 'comparison_request_unknown')

/** The document of a request that is this teacher's. */
const ownDocumentOf = (request: ComparisonRequestRow, teacher_id: string) =>
  request.teacher_id === teacher_id ? request.document_id : request.other_document_id

/**
 * The teacher's side of what each request is about. Requests whose documents share nothing any more have
 * none.
 */
async function readSides(
  connection: Connection,
  teacher_id: string,
  requests: readonly ComparisonRequestRow[],
): Promise<Map<string, MatchSide>> {
  const documents = requests.map((request) => ownDocumentOf(request, teacher_id))
  const sides = await selectMatches(connection, teacher_id, { documents: [...new Set(documents)] })
  return new Map(
    requests.flatMap((request) => {
      const pair = [request.document_id, request.other_document_id]
      const side = sides.find(
        ({ document_id, other_document_id }) =>
          pair.includes(document_id) && pair.includes(other_document_id),
      )
      return side ? [[request.id, side] as const] : []
    }),
  )
}

async function describe(
  connection: Connection,
  teacher_id: string,
  requests: readonly ComparisonRequestRow[],
): Promise<ComparisonRequest[]> {
  const sides = await readSides(connection, teacher_id, requests)
  const all = [...sides.values()]
  const personOf = await readPeople(
    connection,
    all.map(({ other_teacher_id }) => other_teacher_id),
  )
  const names = await nameDocuments(
    connection,
    teacher_id,
    all.map(({ document_id }) => document_id),
  )
  return requests.flatMap((request) => {
    const side = sides.get(request.id)
    const document = side && names.get(side.document_id)
    if (!side || !document) return []
    const { teacher_name, teacher_email } = personOf(side.other_teacher_id)
    return {
      id: request.id,
      is_own: request.teacher_id === teacher_id,
      state: request.state,
      teacher_name,
      teacher_email,
      handed_in_on: side.handed_in_on,
      document,
      words: side.told_words,
      part: side.told_part,
      asked_at: request.asked_at.toISOString(),
      answered_at: request.answered_at?.toISOString() ?? null,
      read_at: request.read_at?.toISOString() ?? null,
    }
  })
}

async function describeOne(
  connection: Connection,
  teacher_id: string,
  request: ComparisonRequestRow,
): Promise<ComparisonRequest> {
  const [described] = await describe(connection, teacher_id, [request])
  if (!described) throw noSuchRequest()
  return described
}

/** A request that the caller made or received; anybody else's answers 404. */
async function lockRequest(
  connection: Connection,
  id: string,
  { teacher_id }: Owner,
): Promise<ComparisonRequestRow> {
  const request = isId(id) ? await selectOptionalRequestForUpdate(connection, teacher_id, id) : null
  if (!request) throw noSuchRequest()
  return request
}

/** Tells the colleague by email once a day; the rest stands in their list of requests alone. */
async function notify(
  connection: Connection,
  { mailer, publicUrl }: RequestDependencies,
  message: Parameters<typeof comparisonEmail>[0],
  { id, language, from, to }: { id: string; language: string; from: string; to: string },
): Promise<void> {
  const email = await readEmail(connection, to)
  if (email === null) return
  const colleague = (await readNameOnRecord(connection, from)) ?? ''
  await sendLimited(
    connection,
    mailer,
    comparisonEmail(message, { id, language, colleague }, { email, publicUrl }),
    { topic: 'comparison', causedBy: from, perDay: 1 },
  )
}

/**
 * Whether both documents are there and compared. Neither is deleted, nor the comparison switched off, until
 * the transaction ends: a request would outlive them. Locks in the order in which matches are stored.
 */
async function lockCompared(connection: Connection, match: SchoolMatchRow): Promise<boolean> {
  const documents = new Map([
    [match.teacher_id, match.document_id],
    [match.other_teacher_id, match.other_document_id],
  ])
  for (const [owner, id] of [...documents].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (!(await lockDocuments(connection, owner, [id])).has(id)) return false
  return lockSchoolCompared(connection)
}

/**
 * Asks the other teacher. If either has asked already, that request is the answer, and nobody gets a second
 * email.
 */
export function askToCompare(
  dependencies: RequestDependencies,
  match_id: string,
  caller: Reader,
): Promise<ComparisonRequest> {
  const { teacher_id, locale = defaultLocale } = caller
  return dependencies.database.transaction(async (connection) => {
    const [match] = isId(match_id) ? await selectMatches(connection, teacher_id, { id: match_id }) : []
    if (!match || !(await lockCompared(connection, match))) throw problem('not_found', 'school_match_unknown')
    const { document_id, other_teacher_id, other_document_id } = match
    if (!(await readPeople(connection, [other_teacher_id]))(other_teacher_id).is_active)
      throw problem('conflict', 'colleague_deactivated')
    const { row, isNew } = await insertRequest(connection, {
      id: randomUUID(),
      teacher_id,
      document_id,
      other_teacher_id,
      other_document_id,
      language: locale,
      state: 'waiting',
      asked_at: new Date(),
      answered_at: null,
      read_at: null,
    })
    if (isNew) {
      if (await isRefused(connection, match)) throw problem('conflict', 'comparison_refused')
      await recordAction(connection, caller, {
        action: 'comparison.ask',
        target_id: row.id,
        teacher_id: other_teacher_id,
      })
      await notify(connection, dependencies, 'comparisonAsked', {
        id: row.id,
        language: locale,
        from: teacher_id,
        to: other_teacher_id,
      })
    }
    return describeOne(connection, teacher_id, row)
  })
}

export async function listRequests(
  { database }: RequestDependencies,
  { teacher_id }: Owner,
): Promise<ComparisonRequest[]> {
  return describe(database, teacher_id, await selectRequests(database, teacher_id))
}

/** The passages of one side; 409 where its text has changed since. */
async function readPassages(
  connection: Connection,
  { teacher_id, document_id, text_hash, passages }: SchoolMatchRow,
): Promise<string[]> {
  const text = (await readTexts(connection, teacher_id, [document_id])).get(document_id) ?? ''
  if (sha256(text) !== text_hash) throw problem('conflict', 'pair_outdated')
  return passages.map(({ start, end }) => text.slice(start, end).toWellFormed())
}

/**
 * A request with what the caller may read: who was asked sees the passages of their own student from the
 * beginning, and both see those of both once the teacher who was asked has agreed.
 */
export function readRequest(
  { database }: RequestDependencies,
  id: string,
  caller: Owner,
): Promise<ComparisonRequestWithPassages> {
  const { teacher_id } = caller
  return database.transaction(async (connection) => {
    const request = await lockRequest(connection, id, caller)
    const isAgreed = request.state === 'agreed'
    const isFirstReading = isAgreed && request.teacher_id === teacher_id && request.read_at === null
    const read = { ...request, ...(isFirstReading && { read_at: new Date() }) }
    const described = await describeOne(connection, teacher_id, read)
    const side = (await readSides(connection, teacher_id, [request])).get(id)
    const otherSide = side && isAgreed ? await selectOtherSide(connection, side) : null
    if (!side || (!isAgreed && described.is_own)) return { ...described, passages: [] }
    const own = await readPassages(connection, side)
    const other = otherSide && (await readPassages(connection, otherSide))
    if (isFirstReading) {
      await updateRequest(connection, id, { read_at: read.read_at })
      await recordAction(connection, caller, {
        action: 'comparison.read',
        target_id: id,
        teacher_id: request.other_teacher_id,
      })
    }
    const passages = side.passages.map(({ words }, nth) => ({
      words,
      own: own[nth] ?? null,
      other: other?.[nth] ?? null,
    }))
    return { ...described, passages }
  })
}

type Answer = 'agreed' | 'declined' | 'withdrawn'

const actions = {
  agreed: 'comparison.agree',
  declined: 'comparison.decline',
  withdrawn: 'comparison.withdraw',
} as const

/** Who was asked may change their mind at any time; only a consent can be withdrawn. */
const mayFollow: Record<Answer, readonly ComparisonRequestRow['state'][]> = {
  agreed: ['waiting', 'declined', 'withdrawn'],
  declined: ['waiting'],
  withdrawn: ['agreed'],
}

/**
 * Remembers a refusal, so that whoever asked cannot delete and upload the text to ask again. Agreeing after
 * all ends it.
 */
async function rememberAnswer(
  connection: Connection,
  request: ComparisonRequestRow,
  refused_at: Date,
): Promise<void> {
  const { id, state, teacher_id, other_teacher_id, other_document_id } = request
  const side = (await readSides(connection, other_teacher_id, [request])).get(id)
  if (!side) throw noSuchRequest()
  const refused = { teacher_id, other_teacher_id, other_document_id, text_hash: side.text_hash }
  if (state === 'agreed') await deleteRefusals(connection, refused)
  else await insertRefusal(connection, { ...refused, refused_at })
}

/** Answers a request that the caller received. The same answer again changes nothing. */
export function answerRequest(
  dependencies: RequestDependencies,
  { id, state }: { id: string; state: Answer },
  caller: Owner,
): Promise<ComparisonRequest> {
  const { teacher_id } = caller
  return dependencies.database.transaction(async (connection) => {
    const request = await lockRequest(connection, id, caller)
    if (request.other_teacher_id !== teacher_id) throw problem('conflict', 'comparison_not_yours_to_answer')
    if (request.state === state) return describeOne(connection, teacher_id, request)
    if (!mayFollow[state].includes(request.state)) throw problem('conflict', 'comparison_request_answered')
    const answered_at = new Date()
    const answered = { ...request, state, answered_at }
    await updateRequest(connection, id, { state, answered_at })
    await rememberAnswer(connection, answered, answered_at)
    await recordAction(connection, caller, {
      action: actions[state],
      target_id: id,
      teacher_id: request.teacher_id,
    })
    await notify(connection, dependencies, 'comparisonAnswered', {
      id,
      language: request.language,
      from: teacher_id,
      to: request.teacher_id,
    })
    return describeOne(connection, teacher_id, answered)
  })
}

/**
 * Takes an own request back, with the consent to it. One that was declined stays, so that nobody is asked
 * again and again.
 */
export function cancelRequest(
  { database }: RequestDependencies,
  id: string,
  caller: Owner,
): Promise<z.infer<typeof Deleted>> {
  return database.transaction(async (connection) => {
    const request = await lockRequest(connection, id, caller)
    if (request.teacher_id !== caller.teacher_id) throw problem('conflict', 'comparison_not_yours_to_cancel')
    if (request.state === 'declined' || request.state === 'withdrawn')
      throw problem('conflict', 'comparison_request_answered')
    await deleteRequest(connection, id)
    await recordAction(connection, caller, {
      action: 'comparison.cancel',
      target_id: id,
      teacher_id: request.other_teacher_id,
    })
    return { id, deleted: true }
  })
}
