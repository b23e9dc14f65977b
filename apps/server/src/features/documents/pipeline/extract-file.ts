import type { Storage } from '../../../services/storage/storage.ts'
import { verifiedCopy } from '../../../services/storage/verified-copy.ts'
import { needsRecognition, type Reader } from '../pipeline/reading/reader.ts'
import type { ReadText } from '../pipeline/reading/text.ts'

interface StoredFile {
  key: string
  sizeBytes: number
  sha256: string | null
}

interface StoredFileDependencies {
  storage: Pick<Storage, 'localCopy'>
  reader: Pick<Reader, 'limitFiles' | 'readFile' | 'recogniseFile'>
}

/**
 * Reads a file that is no document of its own, and its scanned pages too, in isolated child processes; null
 * if the storage has lost it.
 */
export async function extractFile(
  { storage, reader }: StoredFileDependencies,
  { key, ...expected }: StoredFile,
  options: { signal: AbortSignal; owner: string },
): Promise<ReadText | null> {
  const withCopy = async (read: (path: string) => Promise<ReadText>) => {
    const copy = await verifiedCopy(storage, key, expected)
    if (!copy) return null
    try {
      return await read(copy.path)
    } finally {
      await copy.release()
    }
  }
  try {
    return await reader.limitFiles(() => withCopy((path) => reader.readFile(path, options)), options)
  } catch (error) {
    if (!needsRecognition(error)) throw error
    return withCopy((path) => reader.recogniseFile(path, { signal: options.signal }))
  }
}
