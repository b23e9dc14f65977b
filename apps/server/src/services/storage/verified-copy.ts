import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { LocalCopy, Storage } from './storage.ts'

/** What a file was when it was uploaded. Versions before the hash was recorded have only the size. */
interface Fingerprint {
  sizeBytes: number
  sha256: string | null
}

/** A storage returned something else than what was uploaded, however often it was asked. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'

  constructor() {
    super('A stored file differs from what was uploaded.')
  }
}

const attempts = 3

async function isWhole(path: string, { sizeBytes, sha256 }: Fingerprint): Promise<boolean> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return size === sizeBytes && (sha256 === null || hash.digest('hex') === sha256)
}

/**
 * A local copy that is the uploaded file to the byte; null if there is none. A connection that breaks where
 * the service had not said how much it would send looks like the end of the file: part of a text must never
 * be taken for all of it.
 */
export async function verifiedCopy(
  storage: Pick<Storage, 'localCopy'>,
  key: string,
  uploaded: Fingerprint,
): Promise<LocalCopy | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const copy = await storage.localCopy(key)
    if (copy === null) return null
    try {
      if (await isWhole(copy.path, uploaded)) return copy
    } catch (error) {
      await copy.release()
      throw error
    }
    await copy.release()
  }
  throw new DamagedFileError()
}
