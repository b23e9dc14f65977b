import { stat } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import type { Reason } from '@penmark/contract'
import { reason, sentenceOf } from '../../../../locale/problems/reason.ts'
import type { Connection } from '../../../../services/database/database.ts'
import { type FileSettings, openStorage } from '../../../../services/storage/open-storage.ts'
import type { Storage } from '../../../../services/storage/storage.ts'
import { readTexts, requireResults } from '../../../documents/index.ts'
import { type SampledDocument, selectDocumentTotal, selectNamedFiles, selectSample } from './store.ts'

/** Something that was promised is missing. */
export class NotWholeError extends Error {
  override readonly name = 'NotWholeError'
  readonly reason: Reason

  constructor(why: Reason) {
    super(sentenceOf(why))
    this.reason = why
  }
}

export interface Contents {
  documents: number
  /** Files that rows name, all of which exist. */
  files: number
  opened: number
}

const sampleSize = 20
const filesAtOnce = 500

/** Counts the files that rows name, and throws if any is missing. */
async function countFiles(connection: Connection, filesFolder: string): Promise<number> {
  let files = 0
  let missing = 0
  for (let after = ''; ; ) {
    const named = await selectNamedFiles(connection, after, filesAtOnce)
    const isThere = await Promise.all(
      named.map(({ blob_key }) =>
        stat(path.join(filesFolder, blob_key)).then(
          (found) => found.isFile(),
          () => false,
        ),
      ),
    )
    files += isThere.filter(Boolean).length
    missing += isThere.filter((each) => !each).length
    const last = named.at(-1)
    if (last === undefined) break
    after = last.blob_key
  }
  if (missing > 0)
    throw new NotWholeError(reason('rehearsal_lacks_files', { missing, files: files + missing }))
  return files
}

async function openFile(storage: Storage, { blob_key, size_bytes }: SampledDocument): Promise<void> {
  if (blob_key === null) return
  const content = await storage.get(blob_key)
  let bytes = 0
  if (content !== null) {
    content.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    await finished(content)
  }
  if (bytes !== size_bytes) throw new NotWholeError(reason('rehearsal_other_file'))
}

/** Opens a document as its teacher does: its file, its text and its report. */
async function openDocument(
  connection: Connection,
  document: SampledDocument,
  storage: Storage | null,
): Promise<void> {
  const { id, teacher_id } = document
  if (storage !== null) await openFile(storage, document)
  if (!(await readTexts(connection, teacher_id, [id])).has(id))
    throw new NotWholeError(reason('rehearsal_no_text'))
  await requireResults(connection, id, { teacher_id })
}

/**
 * Counts what was restored and opens some of it. `restoredDir` holds the files, unless they are in a bucket.
 */
export async function openRestored(
  connection: Connection,
  restoredDir: string,
  files: FileSettings,
): Promise<Contents> {
  const isInBucket = files.s3 !== null
  const opened = isInBucket ? null : await openStorage(files, restoredDir)
  try {
    const sample = await selectSample(connection, sampleSize)
    for (const document of sample) await openDocument(connection, document, opened?.storage ?? null)
    return {
      documents: await selectDocumentTotal(connection),
      files: isInBucket ? 0 : await countFiles(connection, path.join(restoredDir, 'files')),
      opened: sample.length,
    }
  } finally {
    await opened?.close()
  }
}
