import { randomUUID } from 'node:crypto'
import { Problem } from '@penmark/contract'
import { sha256 } from '../../lib/secrets.ts'
import type { Database } from '../../services/database/database.ts'
import type { BackgroundJob, JobWorker } from '../../services/queue/background-queues.ts'
import { sendMissingJobs } from '../../services/queue/send-job.ts'
import { lockDocuments, lockSharing, readTexts, replaceSharedTogether } from '../documents/index.ts'
import { compareInSlices, type Overlap } from './comparison/compare-texts.ts'
import { sharedWords } from './comparison/shared-words.ts'
import {
  type ComparisonRow,
  deleteOrphans,
  insertCommonPassages,
  insertPairs,
  markStarted,
  selectUnfinishedIds,
  updateIfOwnRun,
} from './comparison/store.ts'
import { comparedOf, listForComparison } from './comparisons.ts'
import { selectSourceTexts } from './sources/source-store.ts'

const queue = 'comparisons'
/** Gives up a comparison whose workers keep dying. */
const maximumRuns = 8
const textsAtOnce = 100
const reportEveryMs = 500

/** The comparison was deleted or replaced, or another worker took over. */
class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

interface ComparedText {
  id: string
  text: string
}

async function readComparedTexts(database: Database, row: ComparisonRow): Promise<ComparedText[]> {
  const documents = await listForComparison(database, row.teacher_id, comparedOf(row))
  const read: ComparedText[] = []
  for (let start = 0; start < documents.length; start += textsAtOnce) {
    const ids = documents.slice(start, start + textsAtOnce).map(({ id }) => id)
    const texts = await readTexts(database, row.teacher_id, ids)
    for (const id of ids) {
      const text = texts.get(id)
      // Deleted since it was listed.
      if (text !== undefined) read.push({ id, text })
    }
  }
  return read
}

/**
 * Stores the result without documents that were deleted meanwhile. The others are locked until it is
 * committed.
 */
async function storeResult(
  database: Database,
  row: ComparisonRow,
  texts: readonly ComparedText[],
  overlap: Overlap,
): Promise<void> {
  const { id: comparison_id, teacher_id } = row
  const compared_ids = texts.map(({ id }) => id)
  await database.transaction(async (connection) => {
    await lockSharing(connection, compared_ids)
    const used = new Set([
      ...overlap.pairs.flatMap(({ a, b }) => [a, b]),
      ...overlap.common.flatMap((group) => group.texts),
    ])
    const ids = [...used].map((index) => (texts[index] as ComparedText).id)
    const remaining = await lockDocuments(connection, teacher_id, ids)
    const keptDocuments = new Map(
      [...used].flatMap((index) => {
        const { id, text } = texts[index] as ComparedText
        return remaining.has(id) ? [[index, { id, text, hash: sha256(text) }] as const] : []
      }),
    )
    const pairs = overlap.pairs.flatMap(({ a, b, words, share_a, share_b, passages }) => {
      const [first, second] = [keptDocuments.get(a), keptDocuments.get(b)]
      if (!first || !second) return []
      return {
        id: randomUUID(),
        comparison_id,
        teacher_id,
        document_a: first.id,
        document_b: second.id,
        text_hash_a: first.hash,
        text_hash_b: second.hash,
        words: sharedWords(words, [first.text, second.text]),
        share_a,
        share_b,
        passages: passages.map((passage) => ({
          a: [passage.a.start, passage.a.end] as [number, number],
          b: [passage.b.start, passage.b.end] as [number, number],
          words: passage.words,
        })),
      }
    })
    const common = overlap.common.flatMap(({ text, start, end, words, texts: sharing }) => {
      const document = keptDocuments.get(text)
      if (!document) return []
      const document_ids = sharing.flatMap((index) => keptDocuments.get(index)?.id ?? [])
      const place = { document_id: document.id, text_hash: document.hash, text_start: start, text_end: end }
      return {
        id: randomUUID(),
        comparison_id,
        teacher_id,
        ...place,
        words,
        documents: document_ids.length,
        document_ids,
      }
    })
    const removedCount = overlap.pairs.length - pairs.length
    const isCurrentRun = await updateIfOwnRun(connection, row, {
      state: 'ready',
      progress: 1,
      pairs: overlap.pairs_found - removedCount,
      left_out: overlap.left_out,
      completed_at: new Date(),
    })
    if (!isCurrentRun) throw new StoppedError()
    await insertPairs(connection, pairs)
    await insertCommonPassages(connection, common)
    await replaceSharedTogether(connection, compared_ids, pairs, new Date())
  })
}

async function compare(database: Database, row: ComparisonRow, signal: AbortSignal): Promise<void> {
  const texts = await readComparedTexts(database, row)
  if (!(await updateIfOwnRun(database, row, { documents: texts.length }))) throw new StoppedError()
  const sources =
    (await selectSourceTexts(database, [row.class_group_id])).get(row.class_group_id ?? '') ?? []
  let reported = performance.now()
  const overlap = await compareInSlices(
    texts.map(({ text }) => text),
    { assignment: row.assignment_text, sources: sources.map(({ text }) => text) },
    async (progress) => {
      signal.throwIfAborted()
      if (performance.now() - reported < reportEveryMs) return
      reported = performance.now()
      if (!(await updateIfOwnRun(database, row, { progress }))) throw new StoppedError()
    },
  )
  await storeResult(database, row, texts, overlap)
}

/** Makes one comparison, unless it is gone, finished or failed. */
async function runComparison(
  database: Database,
  { id, isLastAttempt }: BackgroundJob,
  signal: AbortSignal,
): Promise<void> {
  const row = await markStarted(database, id)
  if (row === null) return
  if (row.runs > maximumRuns) {
    await updateIfOwnRun(database, row, { state: 'failed' })
    return
  }
  try {
    await compare(database, row, signal)
  } catch (error) {
    if (error instanceof StoppedError) return
    if (error instanceof Problem) {
      await updateIfOwnRun(database, row, { state: 'failed', failure: error.reason ?? null })
      return
    }
    await updateIfOwnRun(database, row, { state: isLastAttempt && !signal.aborted ? 'failed' : 'waiting' })
    throw error
  }
}

export function comparisonWorker({ database }: { database: Database }): JobWorker {
  return { atOnce: 1, run: (job, signal) => runComparison(database, job, signal) }
}

/** Sends a job for each unfinished comparison that has none. */
export async function sendMissingComparisons(database: Database): Promise<void> {
  await sendMissingJobs(database, queue, await selectUnfinishedIds(database))
}

/** Deletes comparisons of uploads that have no document left. */
export function sweepComparisons(database: Database): Promise<void> {
  return deleteOrphans(database)
}
