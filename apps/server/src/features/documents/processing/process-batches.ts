import type { FrozenReport } from '@penmark/contract'
import { inBatches } from '../../../batches.ts'
import type { Connection, Database } from '../../../database/database.ts'
import type { Announce } from '../../../events.ts'
import type { Job } from '../../../outside/queue/queue.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import type { ReadText } from '../../../pipeline/read-text.ts'
import { keepWords, releaseWords, reserveWords } from '../../allowance/actions.ts'
import type { Shortage, Size } from '../../allowance/rules.ts'
import { keepReports } from '../../reports/results.ts'
import { lockPlans } from '../../teachers/plan.ts'
import { type DocumentRow, deleteText, insertTexts, selectTexts } from '../store.ts'
import { updateByJob, updateClaimed, updateCompleted, updateRead, withoutContent } from './job-store.ts'
import { mayKeepUnprocessed } from './keep-unprocessed.ts'

/** A document that a job works on. `pasted` is the text of a document without a file; null where the text is gone. */
export interface Claimed {
  job: Job
  row: DocumentRow
  pasted: string | null
}

export interface ReadDocument extends Claimed {
  read: ReadText
  words: number
}

export interface ScoredDocument extends ReadDocument {
  report: FrozenReport
}

/** The writing steps of processing, batched across documents. */
export interface DocumentBatches {
  /** Starts a run; null when the document no longer belongs to the job. */
  claim(job: Job): Promise<Claimed | null>
  /** Stores the text and reserves its words in one step. False when processing ends here. */
  admit(read: ReadDocument): Promise<boolean>
  /** Stores the result, marks the reserved words as spent and notifies webhooks, in one step. */
  keep(judged: ScoredDocument): Promise<void>
}

/** A larger batch would lock more teachers' rows for longer than it saves. */
const maximum = 16

const idOf = ({ row }: Claimed) => row.id

const shortageReason = (size: Size, shortage: Shortage, isKept: boolean) =>
  `This document has ${size[shortage].toLocaleString('en-GB')} ${shortage}, more than are left of your monthly allowance. It was not processed${
    isKept ? '.' : ', and it was not kept, because other documents are already waiting. Upload it again once there is room.'
  }`

/**
 * Runs `work` for a batch, and again one by one for items that the batch had to leave out: because somebody else held the row, or the same
 * document is in the batch twice. A job may be given out a second time while the first still runs, and one transaction would treat both as
 * the first. `work` returns results by document id, without rows that are not ours or were locked.
 */
async function withStragglers<In, Out>(
  batch: In[],
  keyOf: (item: In) => string,
  work: (batch: In[]) => Promise<Map<string, Out>>,
): Promise<(Out | undefined)[]> {
  const results = new Map<In, Out>()
  const take = async (items: In[]) => {
    const found = await work(items)
    for (const item of items) {
      const result = found.get(keyOf(item))
      if (result !== undefined) results.set(item, result)
    }
  }
  const firsts = new Map(batch.toReversed().map((item) => [keyOf(item), item]))
  await take([...firsts.values()])
  if (batch.length > 1) for (const item of batch) if (!results.has(item)) await take([item])
  return batch.map((item) => results.get(item))
}

async function claimAll(database: Database, jobs: Job[]): Promise<Map<string, Claimed>> {
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

async function admitAll(
  { database, storage, planLimits, announce }: BatchDependencies,
  batch: ReadDocument[],
): Promise<Map<string, boolean>> {
  const notKept: string[] = []
  const admitted = await database.transaction(async (connection): Promise<Map<string, boolean>> => {
    const now = new Date()
    // Always lock documents before their teachers, so that two transactions that lock both cannot deadlock.
    const ours = await updateRead(
      connection,
      batch.map(({ job }) => job),
      now,
    )
    const owned = batch.filter((each) => ours.has(idOf(each)))
    if (owned.length === 0) return new Map()
    const plans = await lockPlans(connection, [...new Set(owned.map(({ row }) => row.teacher_id))], planLimits)
    const metered = owned.filter(({ row }) => !row.is_sample)
    const requests = metered.map(({ row, read, words }) => {
      const plan = plans.get(row.teacher_id)
      if (!plan) throw new Error('The owner of a document is gone.')
      return { plan, document_id: row.id, size: { words, characters: read.text.length } }
    })
    const answers = await reserveWords(connection, requests, now)
    const shortages = new Map(metered.map((each, i) => [each, answers[i] ?? null]))
    const admitted = owned.filter((each) => !shortages.get(each))
    const changed = admitted.filter(({ pasted, read }) => pasted !== read.text)
    await insertTexts(
      connection,
      changed.map(({ row, read }) => ({ document_id: row.id, text: read.text })),
    )
    for (const [each, shortage] of shortages) {
      if (shortage && !(await leaveUnprocessed(connection, announce, each, shortage, now)) && each.row.blob_key !== null)
        notKept.push(each.row.blob_key)
    }
    return new Map(owned.map((each) => [idOf(each), !shortages.get(each)]))
  })
  for (const key of notKept) await storage.delete(key)
  return admitted
}

/** Ends a document for which too little is left. Returns whether its content is kept for another try. */
async function leaveUnprocessed(
  connection: Connection,
  announce: Announce,
  { row, job, read, words }: ReadDocument,
  shortage: Shortage,
  now: Date,
): Promise<boolean> {
  const size = { words, characters: read.text.length }
  const isKept = await mayKeepUnprocessed(connection, row.teacher_id, row.size_bytes)
  const counts = { word_count: words, character_count: read.text.length, page_count: read.pageCount }
  const end = { ...counts, stage: null, status: 'LIMIT_EXCEEDED', status_reason: shortageReason(size, shortage, isKept) } as const
  await updateByJob(connection, row.id, job.id, { ...end, ...(isKept ? {} : withoutContent) }, now)
  if (!isKept) await deleteText(connection, row.id)
  await announce(connection, 'documentsFailed', { document_ids: [row.id] })
  return isKept
}

function keepAll({ database, announce }: BatchDependencies, batch: ScoredDocument[]): Promise<Map<string, true>> {
  return database.transaction(async (connection): Promise<Map<string, true>> => {
    const now = new Date()
    const found = batch.map(({ job, row, read, words, report: { score, label, finding, ai_share } }) => ({
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
    const completed = await updateCompleted(connection, found, now)
    const owned = batch.filter((each) => completed.has(idOf(each)))
    if (owned.length === 0) return new Map()
    await keepReports(
      connection,
      owned.map(({ report }) => report),
      now,
    )
    // A text in another language gets no result and costs nothing.
    const unsupported = owned.filter(({ report }) => report.finding === 'unsupported-language')
    for (const document of unsupported) await releaseWords(connection, idOf(document))
    await keepWords(connection, owned.filter((document) => !unsupported.includes(document)).map(idOf))
    await announce(connection, 'documentsCompleted', { documents: [...completed.values()], now })
    return new Map(owned.map((each) => [idOf(each), true]))
  })
}

/** A long text takes long to write, so it is written alone instead of delaying a whole batch. */
const shortCharacters = 20_000

/** Two lanes for the same work: short texts in batches, long ones one by one. */
function bySize<In extends ReadDocument, Out>(open: (maximum: number) => (item: In) => Promise<Out>): (item: In) => Promise<Out> {
  const [short, long] = [open(maximum), open(1)]
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
  const claim = inBatches(
    (jobs: Job[]) =>
      withStragglers(
        jobs,
        ({ document_id }) => document_id,
        (batch) => claimAll(database, batch),
      ),
    maximum,
  )
  const admit = bySize((maximum) =>
    inBatches((read: ReadDocument[]) => withStragglers(read, idOf, (batch) => admitAll(dependencies, batch)), maximum),
  )
  const keep = bySize((maximum) =>
    inBatches((judged: ScoredDocument[]) => withStragglers(judged, idOf, (batch) => keepAll(dependencies, batch)), maximum),
  )
  return {
    claim: async (job) => (await claim(job)) ?? null,
    admit: async (read) => (await admit(read)) ?? false,
    keep: async (judged) => void (await keep(judged)),
  }
}
