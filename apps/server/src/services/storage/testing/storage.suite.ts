import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '../../../lib/durations.ts'
import { isKey, newKey, type Storage } from '../storage.ts'

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
    expect(await keysOf(storage, new Date(now.getTime() - hourMs))).not.toContain(key)
  })

  test('carries the mark of an installation, which another one replaces only on purpose', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    expect(await storage.readMark()).toBeNull()
    await storage.writeMark(first)
    expect(await storage.readMark()).toBe(first)
    await storage.writeMark(second, { replace: true })
    expect(await storage.readMark()).toBe(second)
    const listed = await keysOf(storage, inAMinute())
    expect(listed.filter((key) => !isKey(key))).toEqual([])
  })

  test('sets an object aside, keeps it for a while, and deletes it then', async () => {
    const [kept, swept] = [newKey(), newKey()]
    for (const key of [kept, swept]) await storage.put(key, Readable.from(['essay']))
    await storage.setAside(swept, new Date('2026-03-01T23:00:00Z'))
    expect(await storage.get(swept)).toBeNull()
    const listed = await keysOf(storage, inAMinute())
    expect([listed.includes(kept), listed.includes(swept)]).toEqual([true, false])
    expect(await storage.deleteSetAside(new Date('2026-03-01T23:59:00Z'))).toBe(0)
    expect(await storage.deleteSetAside(new Date('2026-03-02T00:00:00Z'))).toBe(1)
    expect(await storage.deleteSetAside(new Date('2026-03-02T00:00:00Z'))).toBe(0)
    expect(await storage.get(kept).then((found) => found && text(found))).toBe('essay')
  })

  test('refuses keys that it did not create', async () => {
    for (const key of ['../../etc/passwd', 'ab/../cd', '/etc/passwd', '']) {
      await expect(storage.get(key)).rejects.toThrow(/not a key/)
      await expect(storage.put(key, Readable.from(['x']))).rejects.toThrow(/not a key/)
    }
  })
}
