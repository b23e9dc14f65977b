import { expect, test } from 'vitest'
import { createOwnerUsage } from './owner-usage.ts'

/** Reads a file, and says how. */
function read(usage: ReturnType<typeof createOwnerUsage>, owner: string | undefined, usedMs: number) {
  const standing = usage.begin(owner)
  usage.end(owner, usedMs)
  return standing
}

test('a few essays are read at once, and many of one owner give way until they are paid off', () => {
  let now = 0
  const usage = createOwnerUsage(() => now)
  expect([read(usage, 'ana', 150), read(usage, 'ana', 100), read(usage, 'ana', 100)]).toEqual([
    'usual',
    'usual',
    'usual',
  ])
  expect(read(usage, 'ana', 100)).toBe('busy')
  expect(read(usage, 'bo', 100)).toBe('usual')
  now += 10_000
  expect(read(usage, 'ana', 100)).toBe('usual')
})

test('the second of two files of one owner at the same time gives way', () => {
  const usage = createOwnerUsage(() => 0)
  expect([usage.begin('ana'), usage.begin('ana'), usage.begin('bo')]).toEqual(['usual', 'busy', 'usual'])
  usage.end('ana', 0)
  usage.end('ana', 0)
  expect(usage.begin('ana')).toBe('usual')
})

test('the files of an owner give way for a minute after a slow one', () => {
  let now = 0
  const usage = createOwnerUsage(() => now)
  usage.noteSlow('ana')
  expect(usage.begin('ana')).toBe('slow')
  usage.end('ana', 0)
  now += 60_000
  expect(usage.begin('ana')).toBe('usual')
})

test('files of nobody in particular never give way', () => {
  const usage = createOwnerUsage(() => 0)
  for (let nth = 0; nth < 20; nth += 1) expect(read(usage, undefined, 1_000)).toBe('usual')
})
