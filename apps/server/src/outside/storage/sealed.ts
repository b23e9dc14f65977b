import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { draftsPrefix } from './drafts.ts'
import type { Storage } from './storage.ts'

/** Prefix of every sealed object. */
const mark = Buffer.from('PMS1')
const ivBytes = 12
const tagBytes = 16
const addedBytes = mark.length + ivBytes + tagBytes

/** Derives one key per object: no key encrypts two texts, and an object moved to another name cannot be opened. */
function secretOf(key: Buffer, objectKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `penmark file ${objectKey}`, 32))
}

/** Reads prefix, iv, ciphertext and tag from a stream. */
async function* seal(secret: Buffer, content: Readable): AsyncGenerator<Buffer> {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  yield Buffer.concat([mark, iv])
  for await (const chunk of content) yield cipher.update(Buffer.from(chunk))
  yield cipher.final()
  yield cipher.getAuthTag()
}

function unseal(secret: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < addedBytes) return null
  const iv = sealed.subarray(mark.length, mark.length + ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', secret, iv, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(mark.length + ivBytes, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

export interface SealOptions {
  /**
   * Returns objects without the prefix as they are: those stored before encryption was turned on. With this on, whoever can write to the storage
   * can replace a sealed object by a plain one.
   */
  acceptsUnsealed?: boolean
}

/**
 * Encrypts the objects of another storage with AES-256-GCM. The first key (32 bytes each) encrypts and every key decrypts, so that keys can be
 * rotated. An object is decrypted whole before any of it is returned, so nothing of a forged one gets out. Throws when no key fits or the object
 * is not sealed.
 */
export function createSealedStorage(
  inner: Storage,
  keys: readonly [Buffer, ...Buffer[]],
  { acceptsUnsealed = false }: SealOptions = {},
): Storage & { close(): Promise<void> } {
  const open = (objectKey: string, stored: Buffer): Buffer => {
    if (!stored.subarray(0, mark.length).equals(mark)) {
      if (acceptsUnsealed) return stored
      throw new Error(
        'A stored file is not encrypted. It was changed, or stored before FILES_KEY was set: then put "unencrypted" at the end of FILES_KEY.',
      )
    }
    for (const key of keys) {
      const content = unseal(secretOf(key, objectKey), stored)
      if (content !== null) return content
    }
    throw new Error('A stored file was changed, or sealed with a key that FILES_KEY does not name.')
  }
  const read = async (objectKey: string): Promise<Buffer | null> => {
    const stored = await inner.get(objectKey)
    return stored && open(objectKey, await buffer(stored))
  }
  const drafts = mkdtempSync(draftsPrefix())

  return {
    async put(objectKey, content) {
      const { sizeBytes } = await inner.put(objectKey, Readable.from(seal(secretOf(keys[0], objectKey), content)))
      return { sizeBytes: sizeBytes - addedBytes }
    },
    async get(objectKey) {
      const content = await read(objectKey)
      return content && Readable.from([content])
    },
    async localCopy(objectKey) {
      const content = await read(objectKey)
      if (content === null) return null
      const file = path.join(drafts, randomUUID())
      await writeFile(file, content, { mode: 0o600 })
      return { path: file, release: () => rm(file, { force: true }) }
    },
    delete: (objectKey) => inner.delete(objectKey),
    now: () => inner.now(),
    list: (before) => inner.list(before),
    sweepUnfinished: (before) => inner.sweepUnfinished(before),
    close: () => rm(drafts, { recursive: true, force: true }),
  }
}
