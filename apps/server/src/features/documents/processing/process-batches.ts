import type { FrozenReport, Reason } from '@penmark/contract'
import { inBatches } from '../../../batches.ts'
import type { Connection, Database } from '../../../database/database.ts'
import type { Announce } from '../../../events.ts'
import type { Job } from '../../../outside/queue/queue.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import type { ReadText } from '../../../pipeline/extract.ts'
import { reason } from '../../../problems/reason.ts'
import { releaseWords, reserveWords, spendWords } from '../../allowance/actions.ts'
import type { Shortage, Size } from '../../allowance/rules.ts'
import { readUnprocessedBinBytes } from '../../bin/bin.ts'
import { lockPlans } from '../../teachers/plan.ts'
import { storeReports } from '../results/results.ts'
import { maximumUnprocessedBytes } from '../rules.ts'
import { type DocumentRow, deleteText, insertTexts, selectTexts, selectUnprocessedBytes } from '../store.ts'
import { createDocumentsAtHand } from './documents-at-hand.ts'
import { updateByJob, updateClaimed, updateCompleted, updateRead, withoutContent } from './job-store.ts'

/** A document that a job works on. */
export interface ClaimedDocument {
  job: Job
  row: DocumentRow
  /** The text of a document without a file; null if it is gone. */
  pasted: string | null
}

interface ReadDocument extends ClaimedDocument {
  read: ReadText
  words: number
}

interface ScoredDocument extends ReadDocument {
  report: FrozenReport
}

/** The steps of processing that write to the database, batched across documents. */
export interface DocumentBatches {
  /** Starts a run; null if the document no longer belongs to the job. */
  claim(job: Job): Promise<ClaimedDocument | null>
  /** Must be called when the work on a claimed document has ended, however it did. */
  release(claimed: ClaimedDocument): void
  /** Stores the text and reserves its words in one transaction. False if there are too few words left, or the document was taken over. */
  storeText(read: ReadDocument): Promise<boolean>
  /** Stores the result, marks the reserved words as spent and announces the completion in one transaction. */
  storeResult(scored: ScoredDocument): Promise<void>
}

/** A larger batch would lock the rows of more teachers for longer than it saves. */
const maximumBatch = 16

const idOf = ({ row }: ClaimedDocument) => row.id

/** Whether an unprocessed document of this size may be kept for another try. Its own row must not be counted yet. */
export async function mayKeepUnprocessed(connection: Connection, teacher_id: string, sizeBytes: number): Promise<boolean> {
  return (
    (await selectUnprocessedBytes(connection, teacher_id)) + (await readUnprocessedBinBytes(connection, teacher_id)) + sizeBytes <=
    maximumUnprocessedBytes
  )
}

function shortageReason({ words, characters }: Size, shortage: Shortage, isKept: boolean): Reason {
  if (shortage === 'words') return reason(isKept ? 'too_few_words_left' : 'too_few_words_left_and_not_kept', { words })
  return reason(isKept ? 'too_few_characters_left' : 'too_few_characters_left_and_not_kept', { characters })
}

/**
 * Runs `work` for a batch, and then one by one for the items that the batch left out, because their rows were locked by others or their
 * document was in the batch twice: a job may be handed out a second time while the first still runs, and one transaction would treat both as
 * the first. `work` returns results by document id, without rows that belong to another job or were locked.
 */
async function withRetriesOneByOne<In, Out>(
  batch: In[],
  keyOf: (item: In) => string,
  work: (batch: In[]) => Promise<Map<string, Out>>,
): Promise<(Out | undefined)[]> {
  const results = new Map<In, Out>()
  const run = async (items: In[]) => {
    const byId = await work(items)
    for (const item of items) {
      const result = byId.get(keyOf(item))
      if (result !== undefined) results.set(item, result)
    }
  }
  const firstOfEach = new Map(batch.toReversed().map((item) => [keyOf(item), item]))
  await run([...firstOfEach.values()])
  if (batch.length > 1) for (const item of batch) if (!results.has(item)) await run([item])
  return batch.map((item) => results.get(item))
}

async function claimBatch(database: Database, jobs: Job[]): Promise<Map<string, ClaimedDocument>> {
  const rows = await updateClaimed(database, jobs, new Date())
  const texts = await selectTexts(
    database,
    rows.filter(({ blob_key }) => blob_key === null).map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    jobs.flatMap((job) => {
      const row = byId.get(job.document_id)
      return row ? [[row.id, { job, row, pasted: texts.get(row.id) ?? null }]] : []
    }),
  )
}

async function storeTexts(
  { database, storage, planLimits, announce }: BatchDependencies,
  batch: ReadDocument[],
): Promise<Map<string, boolean>> {
  const discardedKeys: string[] = []
  const hasWords = await database.transaction(async (connection): Promise<Map<string, boolean>> => {
    const now = new Date()
    // Documents are always locked before their teachers, so that two transactions that lock both cannot deadlock.
    const ownedIds = await updateRead(
      connection,
      batch.map(({ job }) => job),
      now,
    )
    const owned = batch.filter((document) => ownedIds.has(idOf(document)))
    if (owned.length === 0) return new Map()
    const plans = await lockPlans(connection, [...new Set(owned.map(({ row }) => row.teacher_id))], planLimits)
    const metered = owned.filter(({ row }) => !row.is_sample)
    const requests = metered.map(({ row, read, words }) => {
      const plan = plans.get(row.teacher_id)
      if (!plan) throw new Error('The owner of a document is gone.')
      return { plan, document_id: row.id, size: { words, characters: read.text.length } }
    })
    const reservations = await reserveWords(connection, requests, now)
    const shortages = new Map(metered.map((document, i) => [document, reservations[i] ?? null]))
    const reserved = owned.filter((document) => !shortages.get(document))
    const changed = reserved.filter(({ pasted, read }) => pasted !== read.text)
    await insertTexts(
      connection,
      changed.map(({ row, read }) => ({ document_id: row.id, text: read.text })),
    )
    for (const [document, shortage] of shortages) {
      if (shortage && !(await endForShortage(connection, announce, document, shortage, now)) && document.row.blob_key !== null)
        discardedKeys.push(document.row.blob_key)
    }
    return new Map(owned.map((document) => [idOf(document), !shortages.get(document)]))
  })
  for (const key of discardedKeys) await storage.delete(key)
  return hasWords
}

/** Ends a document for which too little is left of the allowance. Returns whether its content is kept for another try. */
async function endForShortage(
  connection: Connection,
  announce: Announce,
  { row, job, read, words }: ReadDocument,
  shortage: Shortage,
  now: Date,
): Promise<boolean> {
  const size = { words, characters: read.text.length }
  const isKept = await mayKeepUnprocessed(connection, row.teacher_id, row.size_bytes)
  const counts = { word_count: words, character_count: read.text.length, page_count: read.pageCount }
  const end = { ...counts, stage: null, status: 'LIMIT_EXCEEDED', failure: shortageReason(size, shortage, isKept) } as const
  await updateByJob(connection, row.id, job.id, { ...end, ...(isKept ? {} : withoutContent) }, now)
  if (!isKept) await deleteText(connection, row.id)
  await announce(connection, 'documentsFailed', { document_ids: [row.id] })
  return isKept
}

function storeResults({ database, announce }: BatchDependencies, batch: ScoredDocument[]): Promise<Map<string, true>> {
  return database.transaction(async (connection): Promise<Map<string, true>> => {
    const now = new Date()
    const results = batch.map(({ job, row, read, words, report: { score, label, finding, ai_share } }) => ({
      job,
      file_type: read.fileType ?? row.file_type,
      score,
      label,
      finding,
      ai_share,
      word_count: words,
      character_count: read.text.length,
      page_count: read.pageCount,
    }))
    const completed = await updateCompleted(connection, results, now)
    const owned = batch.filter((document) => completed.has(idOf(document)))
    if (owned.length === 0) return new Map()
    await storeReports(
      connection,
      owned.map(({ report }) => report),
      now,
    )
    // A text in another language gets no result and costs nothing.
    const unsupported = owned.filter(({ report }) => report.finding === 'unsupported-language')
    for (const document of unsupported) await releaseWords(connection, idOf(document))
    await spendWords(connection, owned.filter((document) => !unsupported.includes(document)).map(idOf))
    await announce(connection, 'documentsCompleted', { documents: [...completed.values()], now })
    return new Map(owned.map((document) => [idOf(document), true]))
  })
}

/** Longer texts are written alone, because they would delay a whole batch. */
const shortCharacters = 20_000

/** Does the same work for short texts in batches and for long ones one by one. */
function bySize<In extends ReadDocument, Out>(create: (maximum: number) => (item: In) => Promise<Out>): (item: In) => Promise<Out> {
  const [short, long] = [create(maximumBatch), create(1)]
  return (item) => (item.read.text.length > shortCharacters ? long(item) : short(item))
}

interface BatchDependencies {
  database: Database
  storage: Storage
  planLimits: boolean
  announce: Announce
}

export function createDocumentBatches(dependencies: BatchDependencies): DocumentBatches {
  const { database } = dependencies
  const atHand = createDocumentsAtHand()
  const claim = inBatches(
    (jobs: Job[]) =>
      withRetriesOneByOne(
        jobs,
        ({ document_id }) => document_id,
        (batch) => claimBatch(database, batch),
      ),
    maximumBatch,
  )
  const writing = <In extends ReadDocument, Out>(work: (batch: In[]) => Promise<Map<string, Out>>) =>
    atHand.apart<In, Out | undefined>(() =>
      bySize((maximum) => inBatches((items: In[]) => withRetriesOneByOne(items, idOf, (batch) => work(batch)), maximum)),
    )
  const storeText = writing((read: ReadDocument[]) => storeTexts(dependencies, read))
  const storeResult = writing((scored: ScoredDocument[]) => storeResults(dependencies, scored))
  return {
    claim: async (job) => {
      const claimed = (await claim(job)) ?? null
      if (claimed !== null) atHand.add(claimed)
      return claimed
    },
    release: atHand.remove,
    storeText: async (read) => (await storeText(read)) ?? false,
    storeResult: async (scored) => void (await storeResult(scored)),
  }
}
