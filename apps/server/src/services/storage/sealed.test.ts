import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createFolderStorage } from './folder.ts'
import { createSealedStorage } from './sealed.ts'
import { newKey, type Storage } from './storage.ts'
import { describeStorage } from './testing/storage.suite.ts'

const key = randomBytes(32)

async function openSealed(keys: readonly [Buffer, ...Buffer[]] = [key]) {
  const root = await mkdtemp(path.join(os.tmpdir(), 'penmark-files-'))
  const folder = createFolderStorage(root)
  const storage = createSealedStorage(folder, keys)
  const close = async () => {
    await storage.close()
    await rm(root, { recursive: true, force: true })
  }
  return { root, folder, storage, close }
}

const essay = 'An essay that nobody may read on the disk.'

async function readBack(storage: Storage, objectKey: string): Promise<string | null> {
  const found = await storage.get(objectKey)
  return found && text(found)
}

describe('encrypted storage', () => {
  describeStorage(openSealed)

  test('leaves nothing readable on disk', async () => {
    const { root, storage, close } = await openSealed()
    const [one, other] = [newKey(), newKey()]
    for (const objectKey of [one, other]) await storage.put(objectKey, Readable.from([essay]))
    const lying = await Promise.all([one, other].map((objectKey) => readFile(path.join(root, objectKey))))
    expect(lying.some((bytes) => bytes.includes('essay'))).toBe(false)
    expect(lying[0]?.equals(lying[1] ?? Buffer.alloc(0))).toBe(false)
    await close()
  })

  test('refuses a plain file in place of an encrypted one, however short', async () => {
    const { root, storage, close } = await openSealed()
    const objectKey = newKey()
    await storage.put(objectKey, Readable.from([essay]))
    for (const replacement of ['Another essay, which nobody handed in.', 'Short.', 'PMS1', '']) {
      await writeFile(path.join(root, objectKey), replacement)
      await expect(storage.get(objectKey)).rejects.toThrow('A stored file')
      await expect(storage.localCopy(objectKey)).rejects.toThrow('A stored file')
    }
    await close()
  })

  test('returns files stored before encryption only if the operator allows it', async () => {
    const { folder, storage, close } = await openSealed()
    const objectKey = newKey()
    await folder.put(objectKey, Readable.from([essay]))
    await expect(storage.get(objectKey)).rejects.toThrow('put "unencrypted" at the end of FILES_KEY')
    const mixed = createSealedStorage(folder, [key], { acceptsUnsealed: true })
    expect(await readBack(mixed, objectKey)).toBe(essay)
    await mixed.close()
    await close()
  })

  test('decrypts with an older configured key, and encrypts with the first', async () => {
    const { folder, storage, close } = await openSealed()
    const objectKey = newKey()
    await storage.put(objectKey, Readable.from([essay]))
    const newer = randomBytes(32)
    const both = createSealedStorage(folder, [newer, key])
    const withNewerKey = createSealedStorage(folder, [newer])
    expect(await readBack(both, objectKey)).toBe(essay)
    await expect(withNewerKey.get(objectKey)).rejects.toThrow('FILES_KEY does not name')
    const later = newKey()
    await both.put(later, Readable.from([essay]))
    expect(await readBack(withNewerKey, later)).toBe(essay)
    await Promise.all([both.close(), withNewerKey.close(), close()])
  })

  test('refuses a file with a flipped bit, a truncated file, or one swapped for another', async () => {
    const { root, storage, close } = await openSealed()
    const [one, other] = [newKey(), newKey()]
    await storage.put(one, Readable.from([essay]))
    const file = path.join(root, one)
    const sealed = await readFile(file)
    await mkdir(path.dirname(path.join(root, other)), { recursive: true })
    await copyFile(file, path.join(root, other))
    await expect(storage.get(other)).rejects.toThrow('was changed')
    for (const index of [5, 20, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      await writeFile(file, changed)
      await expect(storage.get(one)).rejects.toThrow('was changed')
    }
    await writeFile(file, sealed.subarray(0, -1))
    await expect(storage.localCopy(one)).rejects.toThrow('was changed')
    await close()
  })
})
