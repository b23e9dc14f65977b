import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey, type Storage } from '../storage.ts'

interface OpenedStorage {
  storage: Storage
  close(): Promise<void>
}

async function keysOf(storage: Storage, before: Date): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.list(before)) keys.push(key)
  return keys
}

/** What every storage must do. */
export function describeStorage(open: () => Promise<OpenedStorage>): void {
  let opened: OpenedStorage
  let storage: Storage
  beforeAll(async () => {
    opened = await open()
    storage = opened.storage
  })
  afterAll(() => opened.close())
  const inAMinute = () => new Date(Date.now() + 60_000)

  test('returns what was stored', async () => {
    const key = newKey()
    expect(await storage.put(key, Readable.from(['one ', 'two']))).toEqual({ sizeBytes: 7 })
    const found = await storage.get(key)
    expect(found && (await text(found))).toBe('one two')
  })

  test('keeps an empty object', async () => {
    const key = newKey()
    expect(await storage.put(key, Readable.from([]))).toEqual({ sizeBytes: 0 })
    expect(await storage.get(key).then((found) => found && text(found))).toBe('')
  })

  test('provides an object as a local file', async () => {
    const key = newKey()
    await storage.put(key, Readable.from(['essay']))
    const copy = await storage.localCopy(key)
    expect(copy && (await readFile(copy.path, 'utf8'))).toBe('essay')
    await copy?.release()
  })

  test('finds nothing under an unknown key', async () => {
    expect(await storage.get(newKey())).toBeNull()
    expect(await storage.localCopy(newKey())).toBeNull()
  })

  test('stores nothing of a stream that breaks', async () => {
    const key = newKey()
    const broken = Readable.from(
      (async function* () {
        yield 'half'
        throw new Error('the line went dead')
      })(),
    )
    await expect(storage.put(key, broken)).rejects.toThrow('the line went dead')
    expect(await storage.get(key)).toBeNull()
    expect(await keysOf(storage, inAMinute())).not.toContain(key)
  })

  test('deletes, even what is not there', async () => {
    const key = newKey()
    await storage.put(key, Readable.from(['essay']))
    await storage.delete(key)
    await storage.delete(key)
    expect(await storage.get(key)).toBeNull()
  })

  test('lists objects older than a given time', async () => {
    const key = newKey()
    await storage.put(key, Readable.from(['essay']))
    expect(await keysOf(storage, inAMinute())).toContain(key)
    expect(await keysOf(storage, new Date(0))).toEqual([])
  })

  test('tells the time by which it dates what it holds', async () => {
    const key = newKey()
    await storage.put(key, Readable.from(['essay']))
    const now = await storage.now()
    expect(await keysOf(storage, new Date(now.getTime() + 60_000))).toContain(key)
    expect(await keysOf(storage, new Date(now.getTime() - 60 * 60_000))).not.toContain(key)
  })

  test('refuses keys that it did not create', async () => {
    for (const key of ['../../etc/passwd', 'ab/../cd', '/etc/passwd', '']) {
      await expect(storage.get(key)).rejects.toThrow(/not a key/)
      await expect(storage.put(key, Readable.from(['x']))).rejects.toThrow(/not a key/)
    }
  })
}
