import path from 'node:path'
import { createFolderStorage } from './folder.ts'
import type { S3Settings } from './s3.ts'
import { createSealedStorage } from './sealed.ts'
import type { Storage } from './storage.ts'

/**
 * `s3` is null for the data folder. Without `keys` nothing is encrypted; each key has 32 bytes, and the first
 * one encrypts.
 */
export interface FileSettings {
  s3: S3Settings | null
  keys: Buffer[]
  /** Whether unencrypted files from before the first key are still read. */
  acceptsUnsealed: boolean
}

interface FilesAt {
  files: FileSettings
  dataDir: string
}

/** Where the files are, in words for the operator. */
export function placeOfFiles({ files: { s3 }, dataDir }: FilesAt): string {
  if (s3 === null) return filesFolder(dataDir)
  return s3.prefix === '' ? `the bucket ${s3.bucket}` : `the bucket ${s3.bucket} under ${s3.prefix}`
}

/** Opens the storage alone, while `work` needs it. */
export async function withStorage<T>(
  { files, dataDir }: FilesAt,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const { storage, close } = await openStorage(files, dataDir)
  try {
    return await work(storage)
  } finally {
    await close()
  }
}

const filesFolder = (dataDir: string) => path.join(dataDir, 'files')

/** Opens the storage of uploaded files. Throws when a bucket cannot be used. */
export async function openStorage(
  { s3, keys, acceptsUnsealed }: FileSettings,
  dataDir: string,
): Promise<{ storage: Storage; close(): Promise<void> }> {
  const closes: (() => Promise<void>)[] = []
  const closeLater = <Opened extends Storage & { close(): Promise<void> }>(opened: Opened): Opened => {
    closes.push(opened.close)
    return opened
  }
  const inner =
    s3 === null
      ? createFolderStorage(filesFolder(dataDir))
      : // The client is large, and most installations never need it.
        closeLater(await (await import('./s3.ts')).createS3Storage(s3))
  const [first, ...older] = keys
  const storage =
    first === undefined
      ? inner
      : closeLater(createSealedStorage(inner, [first, ...older], { acceptsUnsealed }))
  return {
    storage,
    close: async () => {
      for (const close of closes.reverse()) await close()
    },
  }
}
