import { expect, test } from 'vitest'
import { inBatches } from './batches.ts'

/** Work that records its batches and finishes each one when the test says so. */
function heldWork() {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const work = async (batch: number[]) => {
    batches.push(batch)
    await new Promise<void>((resolve) => ends.push(resolve))
    return batch.map((n) => n * 10)
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const endOne = async () => {
    ends.shift()?.()
    await settled()
  }
  return { batches, work, endOne, settled }
}

test('starts a single call at once, and batches those that arrive while it runs', async () => {
  const { batches, work, endOne, settled } = heldWork()
  const call = inBatches(work, 10)
  const first = call(1)
  await settled()
  const others = [call(2), call(3), call(4)]
  expect(batches).toEqual([[1]])
  await endOne()
  expect(batches).toEqual([[1], [2, 3, 4]])
  await endOne()
  expect(await Promise.all([first, ...others])).toEqual([10, 20, 30, 40])
})

test('batches calls made at the same moment, up to the limit', async () => {
  const { batches, work, endOne, settled } = heldWork()
  const call = inBatches(work, 2)
  const all = Promise.all([call(1), call(2), call(3)])
  await settled()
  await endOne()
  await endOne()
  expect(await all).toEqual([10, 20, 30])
  expect(batches).toEqual([[1, 2], [3]])
})

test('does not let one call fail because of another', async () => {
  const done: number[] = []
  const call = inBatches(async (batch: number[]) => {
    if (batch.includes(2)) throw new Error('two')
    done.push(...batch)
    return batch
  }, 10)
  const results = await Promise.allSettled([call(1), call(2), call(3)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(done).toEqual([1, 3])
})

test('continues after a failure and after being idle', async () => {
  const call = inBatches(async ([n = 0]: number[]) => {
    if (n < 0) throw new Error('negative')
    return [n]
  }, 1)
  await expect(call(-1)).rejects.toThrow('negative')
  expect(await call(5)).toBe(5)
})
