import { leastChargedWords, type Reason } from '@penmark/contract'
import { reason } from '../../../locale/problems/reason.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Emit } from '../../../services/events/events.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { lockPlans, reserveWords, type Shortage, type Size } from '../../accounts/index.ts'
import { readUnprocessedBinBytes } from '../../classes/index.ts'
import { maximumUnprocessedBytes } from '../rows/rules.ts'
import { deleteText, insertTexts, selectUnprocessedBytes } from '../rows/store.ts'
import { updateByJob, updateRead, withoutContent } from './job-store.ts'
import type { ReadDocument } from './states.ts'

export interface ReserveDependencies {
  database: Database
  storage: Storage
  emit: Emit
}

/** What a document takes of an allowance. A very short one costs nothing, so it fits when nothing is left. */
const sizeOf = ({ read, words }: ReadDocument): Size =>
  words < leastChargedWords ? { words: 0, characters: 0 } : { words, characters: read.text.length }

/**
 * The step from texts to texts that are stored and whose words are reserved, in one transaction for all of
 * them. False for a document that the allowance is too small for, which ends here.
 */
export async function reserveDocuments(
  dependencies: ReserveDependencies,
  batch: ReadDocument[],
): Promise<Map<string, boolean>> {
  const { database, storage, emit } = dependencies
  const discardedKeys: string[] = []
  const hasWords = await database.transaction(async (connection): Promise<Map<string, boolean>> => {
    const now = new Date()
    // Documents are always locked before their teachers, so that two transactions that lock both cannot
    // deadlock.
    const ownedIds = await updateRead(
      connection,
      batch.map(({ job }) => job),
      now,
    )
    const owned = batch.filter(({ row }) => ownedIds.has(row.id))
    if (owned.length === 0) return new Map()
    const plans = await lockPlans(connection, [...new Set(owned.map(({ row }) => row.teacher_id))])
    const metered = owned.filter(({ row }) => !row.is_sample)
    const requests = metered.map((document) => {
      const plan = plans.get(document.row.teacher_id)
      if (!plan) throw new Error('The owner of a document is gone.')
      return { plan, document_id: document.row.id, size: sizeOf(document) }
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
      if (
        shortage &&
        !(await endForShortage(connection, emit, document, shortage, now)) &&
        document.row.blob_key !== null
      )
        discardedKeys.push(document.row.blob_key)
    }
    return new Map(owned.map((document) => [document.row.id, !shortages.get(document)]))
  })
  for (const key of discardedKeys) await storage.delete(key)
  return hasWords
}

/**
 * Ends a document for which too little is left of the allowance. Returns whether its content is kept for
 * another try.
 */
async function endForShortage(
  connection: Connection,
  emit: Emit,
  document: ReadDocument,
  shortage: Shortage,
  now: Date,
): Promise<boolean> {
  const { row, job, read, words } = document
  const isKept = await mayKeepUnprocessed(connection, row.teacher_id, row.size_bytes)
  const counts = { word_count: words, character_count: read.text.length, page_count: read.pageCount }
  const end = {
    ...counts,
    stage: null,
    status: 'LIMIT_EXCEEDED',
    failure: shortageReason(sizeOf(document), shortage, isKept),
  } as const
  await updateByJob(connection, row.id, job.id, { ...end, ...(isKept ? {} : withoutContent) }, now)
  if (!isKept) await deleteText(connection, row.id)
  await emit(connection, 'documentsFailed', { document_ids: [row.id] })
  return isKept
}

function shortageReason({ words, characters }: Size, shortage: Shortage, isKept: boolean): Reason {
  if (shortage === 'words')
    return reason(isKept ? 'too_few_words_left' : 'too_few_words_left_and_not_kept', { words })
  return reason(isKept ? 'too_few_characters_left' : 'too_few_characters_left_and_not_kept', { characters })
}

/**
 * Whether an unprocessed document of this size may be kept for another try. Its own row must not be counted
 * yet.
 */
export async function mayKeepUnprocessed(
  connection: Connection,
  teacher_id: string,
  sizeBytes: number,
): Promise<boolean> {
  return (
    (await selectUnprocessedBytes(connection, teacher_id)) +
      (await readUnprocessedBinBytes(connection, teacher_id)) +
      sizeBytes <=
    maximumUnprocessedBytes
  )
}
