import { expect, test } from 'vitest'
import { runBatch } from './batch.ts'

/** Calls that end only when they are told to. */
function held() {
  const started: number[] = []
  const ends = new Map<number, () => void>()
  const act = (item: number) =>
    new Promise<void>((resolve) => {
      started.push(item)
      ends.set(item, resolve)
    })
  return { started, act, end: (item: number) => ends.get(item)?.() }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('runs six at a time and starts the next when one ends', async () => {
  const { started, act, end } = held()
  runBatch([1, 2, 3, 4, 5, 6, 7, 8], act)
  expect(started).toEqual([1, 2, 3, 4, 5, 6])
  end(3)
  await settled()
  expect(started).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('starts everything waiting when the page is left', () => {
  const { started, act } = held()
  runBatch([1, 2, 3, 4, 5, 6, 7, 8], act).flush()
  expect(started).toHaveLength(8)
})

test('reports the result of each, and continues after a failure', async () => {
  const no = new Error('No')
  const outcomes = await runBatch(['a', 'b', 'c'], (item) =>
    item === 'b' ? Promise.reject(no) : Promise.resolve(),
  ).done
  expect(outcomes).toEqual([
    { item: 'a', failure: null },
    { item: 'b', failure: no },
    { item: 'c', failure: null },
  ])
})

test('finishes at once if there is nothing to do', async () => {
  expect(await runBatch([], () => Promise.resolve()).done).toEqual([])
})
