import { randomUUID } from 'node:crypto'
import { type CommonPassage, type Comparison, type Deleted, isId, longestExcerpt } from '@penmark/contract'
import type { z } from 'zod'
import type { Caller, Owner, Reader } from '../../http/caller.ts'
import { sha256 } from '../../lib/secrets.ts'
import type { Locale } from '../../locale/locale.ts'
import { problem } from '../../locale/problems/problem.ts'
import { sentenceOf } from '../../locale/problems/reason.ts'
import type { Connection, Database } from '../../services/database/database.ts'
import { sendJob } from '../../services/queue/send-job.ts'
import { lockClassGroup } from '../classes/index.ts'
import {
  type ComparableDocument,
  countInBatch,
  forgetSharedPairs,
  listComparable,
  lockSharing,
  nameDocuments,
  readTexts,
} from '../documents/index.ts'
import { overlapLimits } from './comparison/compare-texts.ts'
import {
  type CommonPassageRow,
  type Compared,
  type ComparisonRow,
  deleteComparison as deleteRow,
  insertComparison,
  selectCommonPassages,
  selectComparisons,
  selectOptionalComparison,
  selectPairSides,
  toLeftOut,
} from './comparison/store.ts'

export interface OverlapDependencies {
  database: Database
}

interface Target {
  class_group_id?: string | null | undefined
  batch_id?: string | null | undefined
}

const noSuchUpload = () => problem('not_found', 'upload_unknown')

/**
 * Locks the caller's own class or upload.
 * @throws {Problem} if it does not exist, or if neither or both are named.
 */
async function lockTarget(
  connection: Connection,
  { class_group_id, batch_id }: Target,
  caller: Caller,
): Promise<Compared> {
  if (class_group_id) await lockClassGroup(connection, caller, class_group_id)
  if (batch_id && (await countInBatch(connection, caller.teacher_id, batch_id)) === 0) throw noSuchUpload()
  if (class_group_id && !batch_id) return { class_group_id }
  if (batch_id && !class_group_id) return { batch_id }
  throw problem('invalid_input', 'compare_one_thing')
}

/** The completed documents to compare. @throws {Problem} if they are too few, too many or too long. */
export async function listForComparison(
  connection: Connection,
  teacher_id: string,
  compared: Compared,
): Promise<ComparableDocument[]> {
  const documents = await listComparable(connection, teacher_id, compared, overlapLimits.texts + 1)
  if (documents.length < 2) {
    throw problem('conflict', 'nothing_to_compare')
  }
  if (documents.length > overlapLimits.texts) {
    throw problem('too_large', 'too_many_to_compare')
  }
  if (documents.reduce((sum, { words }) => sum + words, 0) > overlapLimits.words) {
    throw problem('too_large', 'too_long_to_compare')
  }
  return documents
}

/**
 * Starts a comparison.
 * @throws {Problem} as `listForComparison`. Null if another one of the same documents was started at the same
 * moment.
 */
export async function insertAndSend(
  connection: Connection,
  teacher_id: string,
  compared: Compared,
  assignment_text: string,
): Promise<ComparisonRow | null> {
  const documents = (await listForComparison(connection, teacher_id, compared)).length
  const fields = {
    id: randomUUID(),
    teacher_id,
    ...compared,
    assignment_text,
    documents,
    state: 'waiting',
    created_at: new Date(),
  } as const
  const inserted = await insertComparison(connection, fields, compared)
  if (inserted) await sendJob(connection, 'comparisons', inserted.id)
  return inserted
}

/** A new comparison replaces the last one of the same documents, even while that is running. */
export async function startComparison(
  { database }: OverlapDependencies,
  { assignment_text, ...target }: Target & { assignment_text: string },
  caller: Caller,
): Promise<Comparison> {
  const { teacher_id } = caller
  const row = await database.transaction(async (connection) => {
    const compared = await lockTarget(connection, target, caller)
    return insertAndSend(connection, teacher_id, compared, assignment_text.replaceAll('\u0000', '').trim())
  })
  if (row === null) throw problem('busy', 'comparison_just_sent')
  return toComparison(row, [], caller.locale)
}

/** Adds the common passages, with the names of those that share them. */
async function withPassages(
  database: Database,
  rows: readonly ComparisonRow[],
  locale?: Locale,
): Promise<Comparison[]> {
  const common = await selectCommonPassages(
    database,
    rows.map(({ id }) => id),
  )
  const teacher_id = rows[0]?.teacher_id ?? ''
  const texts = await readTexts(database, teacher_id, [
    ...new Set(common.map(({ document_id }) => document_id)),
  ])
  const names = await nameDocuments(
    database,
    teacher_id,
    common.flatMap(({ document_ids }) => document_ids.slice(0, membersShown)),
  )
  const toPassage = ({
    document_id,
    document_ids,
    text_hash,
    text_start,
    text_end,
    words,
    documents,
  }: CommonPassageRow): CommonPassage => {
    const text = texts.get(document_id) ?? ''
    // A document that was read again has its passage elsewhere.
    const excerpt =
      sha256(text) === text_hash
        ? text.slice(text_start, Math.min(text_end, text_start + longestExcerpt))
        : ''
    const members = document_ids.slice(0, membersShown).flatMap((id) => names.get(id) ?? [])
    return { text: excerpt.toWellFormed(), words, documents, members }
  }
  return rows.map((row) =>
    toComparison(
      row,
      common.filter(({ comparison_id }) => comparison_id === row.id).map((passage) => toPassage(passage)),
      locale,
    ),
  )
}

/** The teacher's comparisons, or that of a class or an upload, newest first. */
export async function listComparisons(
  { database }: OverlapDependencies,
  { class_group_id, batch_id }: Target,
  { teacher_id, locale }: Reader,
): Promise<Comparison[]> {
  const filter = { ...(class_group_id && { class_group_id }), ...(batch_id && { batch_id }) }
  return Object.values(filter).every(isId)
    ? withPassages(database, await selectComparisons(database, teacher_id, filter), locale)
    : []
}

/** The caller's own comparison; another teacher's answers 404. */
export async function requireComparison(
  { database }: OverlapDependencies,
  id: string,
  { teacher_id }: Owner,
): Promise<ComparisonRow> {
  const row = isId(id) ? await selectOptionalComparison(database, teacher_id, id) : null
  if (!row) throw problem('not_found', 'comparison_unknown')
  return row
}

export async function readComparison(
  dependencies: OverlapDependencies,
  id: string,
  caller: Reader,
): Promise<Comparison> {
  const [comparison] = await withPassages(
    dependencies.database,
    [await requireComparison(dependencies, id, caller)],
    caller.locale,
  )
  return comparison as Comparison
}

export async function deleteComparison(
  dependencies: OverlapDependencies,
  id: string,
  caller: Owner,
): Promise<z.infer<typeof Deleted>> {
  await requireComparison(dependencies, id, caller)
  await dependencies.database.transaction(async (connection) => {
    const pairs = await selectPairSides(connection, id)
    await lockSharing(
      connection,
      pairs.flatMap(({ document_a, document_b }) => [document_a, document_b]),
    )
    await deleteRow(connection, caller.teacher_id, id)
    await forgetSharedPairs(
      connection,
      pairs.map((pair) => pair.id),
    )
  })
  return { id, deleted: true }
}

const membersShown = 100

export function comparedOf({ class_group_id, batch_id }: ComparisonRow): Compared {
  return class_group_id === null ? { batch_id: batch_id ?? '' } : { class_group_id }
}

function toComparison(row: ComparisonRow, common: CommonPassage[], locale?: Locale): Comparison {
  const {
    id,
    class_group_id,
    batch_id,
    assignment_text,
    state,
    failure,
    progress,
    documents,
    pairs,
    left_out,
  } = row
  return {
    id,
    class_group_id,
    batch_id,
    assignment_text,
    state,
    status_reason: failure && sentenceOf(failure, locale),
    failure,
    progress,
    documents,
    pairs,
    left_out: toLeftOut(left_out),
    common,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  }
}
