import { leastChargedWords, uploadLimits } from '@penmark/contract'
import { ExtractionError } from '@penmark/extract'
import type { Logger } from 'pino'
import { problem } from '../../../locale/problems/problem.ts'
import type { Database } from '../../../services/database/database.ts'
import { measureStage } from '../../../services/observe/channels.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { verifiedCopy } from '../../../services/storage/verified-copy.ts'
import { claimedType } from '../rows/rules.ts'
import { updateByJob } from './job-store.ts'
import type { Reader } from './reading/reader.ts'
import type { ReadText } from './reading/text.ts'
import type { Scorer } from './scoring/scorer.ts'
import type { ClaimedDocument, ReadDocument } from './states.ts'

export interface ReadDependencies {
  database: Database
  storage: Storage
  reader: Reader
  scorer: Pick<Scorer, 'readPasted' | 'countWords'>
  logger: Logger
}

/** A text of punctuation alone, or of a single word. */
export class NoTextError extends Error {
  override readonly name = 'NoTextError'
  readonly words: number

  constructor(words: number) {
    super()
    this.words = words
  }
}

/**
 * The step from a claimed document to its text and the number of its words. Writes nothing but the page of a
 * scan that is being read.
 */
export async function readContent(
  dependencies: ReadDependencies,
  claimed: ClaimedDocument,
  signal: AbortSignal,
): Promise<ReadDocument> {
  const read = await measureStage('reading', () => readText(dependencies, claimed, signal))
  const words = await dependencies.scorer.countWords(read.text, { signal, owner: claimed.row.teacher_id })
  const { original_filename } = claimed.row
  // A whole essay is read whatever its name says; a few words are the remains of a file that went wrong.
  if (read.fileType === 'txt' && words < leastChargedWords && isNamedOtherwise(original_filename))
    throw new ExtractionError('file_is_short_text')
  if (words < 2) throw new NoTextError(words)
  if (words > uploadLimits.words)
    throw problem('too_large', 'document_has_too_many_words', { words, most: uploadLimits.words })
  return { ...claimed, read, words }
}

const isNamedOtherwise = (filename: string) => !['txt', null].includes(claimedType(filename))

async function readText(
  dependencies: ReadDependencies,
  claimed: ClaimedDocument,
  signal: AbortSignal,
): Promise<ReadText> {
  const { storage, reader, scorer } = dependencies
  const { row, pasted } = claimed
  const { teacher_id: owner, blob_key: key, size_bytes: sizeBytes, content_sha256: sha256 } = row
  if (key === null) {
    if (pasted === null) throw problem('not_found', 'stored_text_gone')
    return scorer.readPasted(pasted, { signal, owner })
  }
  const withCopy = async (read: (path: string) => Promise<ReadText>) => {
    const copy = await verifiedCopy(storage, key, { sizeBytes, sha256 })
    if (!copy) throw problem('not_found', 'stored_file_gone')
    try {
      return await read(copy.path)
    } finally {
      await copy.release()
    }
  }
  if (row.is_scan) {
    const onPage = savePageNumbers(dependencies, claimed)
    return withCopy((path) => reader.recogniseFile(path, { signal, onPage }))
  }
  const readFile = () => withCopy((path) => reader.readFile(path, { signal, owner }))
  return reader.limitFiles(readFile, { signal, owner, isUrgent: row.processing_priority === 'HIGH' })
}

/**
 * Writes the page of a scan that is being read to its row. A failed write is only logged, because the next
 * page follows.
 */
function savePageNumbers(
  { database, logger }: ReadDependencies,
  { row, job }: ClaimedDocument,
): (progress: { page: number; pages: number }) => void {
  return ({ page, pages }) => {
    const progress = { reading_page: page, page_count: pages }
    updateByJob(database, row.id, job.id, progress, new Date()).catch((error: unknown) => {
      logger.warn({ err: error, document_id: row.id }, 'The page number of a scan could not be saved')
    })
  }
}
