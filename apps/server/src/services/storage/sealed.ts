import { createCipheriv, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  deriveKey,
  newIv,
  openSealed,
  type SealOptions,
  sealOverheadBytes,
  sealPrefix,
} from './encryption.ts'
import type { Storage } from './storage.ts'
import { tempFolderPrefix } from './temp-folders.ts'

const fileName = (objectKey: string): string => `file ${objectKey}`

/** Reads prefix, iv, ciphertext and tag from a stream. */
async function* seal(secret: Buffer, content: Readable): AsyncGenerator<Buffer> {
  const iv = newIv()
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  yield Buffer.concat([sealPrefix, iv])
  for await (const chunk of content) yield cipher.update(Buffer.from(chunk))
  yield cipher.final()
  yield cipher.getAuthTag()
}

/**
 * Encrypts the objects of another storage with AES-256-GCM. The first key (32 bytes each) encrypts and every
 * key decrypts, so that keys can be rotated. An object is decrypted whole before any of it is returned, so
 * nothing of a forged one gets out. Throws when no key fits or the object is not sealed.
 */
export function createSealedStorage(
  inner: Storage,
  keys: readonly [Buffer, ...Buffer[]],
  { acceptsUnsealed = false }: SealOptions = {},
): Storage & { close(): Promise<void> } {
  const open = (objectKey: string, stored: Buffer): Buffer =>
    openSealed(keys, fileName(objectKey), stored, { acceptsUnsealed })
  const read = async (objectKey: string): Promise<Buffer | null> => {
    const stored = await inner.get(objectKey)
    return stored && open(objectKey, await buffer(stored))
  }
  const tempFolder = mkdtempSync(tempFolderPrefix())

  return {
    async put(objectKey, content) {
      const { sizeBytes } = await inner.put(
        objectKey,
        Readable.from(seal(deriveKey(keys[0], fileName(objectKey)), content)),
      )
      return { sizeBytes: sizeBytes - sealOverheadBytes }
    },
    async get(objectKey) {
      const content = await read(objectKey)
      return content && Readable.from([content])
    },
    async localCopy(objectKey) {
      const content = await read(objectKey)
      if (content === null) return null
      const file = path.join(tempFolder, randomUUID())
      await writeFile(file, content, { mode: 0o600 })
      return { path: file, release: () => rm(file, { force: true }) }
    },
    delete: (objectKey) => inner.delete(objectKey),
    now: () => inner.now(),
    list: (before) => inner.list(before),
    sweepUnfinished: (before) => inner.sweepUnfinished(before),
    readMark: () => inner.readMark(),
    writeMark: (installation_id, options) => inner.writeMark(installation_id, options),
    setAside: (objectKey, now) => inner.setAside(objectKey, now),
    deleteSetAside: (before) => inner.deleteSetAside(before),
    close: () => rm(tempFolder, { recursive: true, force: true }),
  }
}
