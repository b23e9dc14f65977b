import { expect, test } from 'vitest'
import { createFairLimiter, createLimiter } from './limiter.ts'

const { signal } = new AbortController()

/** Work that finishes when the test says so. */
function task() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end: () => end(), work: () => ended }
}

test('runs urgent tasks first, and skips aborted ones', async () => {
  const limiter = createLimiter(1)
  const first = task()
  const running = limiter.run(first.work, { signal })
  const begun: string[] = []
  const gaveUp = new AbortController()
  const ask = (name: string, isUrgent: boolean, by = signal) =>
    limiter.run(
      async () => {
        begun.push(name)
      },
      { signal: by, isUrgent },
    )
  const all = [ask('first', false), ask('gone', true, gaveUp.signal), ask('urgent', true), ask('last', false)]
  gaveUp.abort(new Error('gave up'))
  await expect(all[1]).rejects.toThrow('gave up')
  expect(begun).toEqual([])
  first.end()
  await Promise.all([running, ...all.toSpliced(1, 1)])
  expect(begun).toEqual(['urgent', 'first', 'last'])
})

test('never exceeds its limit, even if a task is added at the moment another ends', async () => {
  const limiter = createLimiter(2)
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
  }
  const askAgain = async (times: number): Promise<void> => {
    await limiter.run(work, { signal })
    if (times > 0) await askAgain(times - 1)
  }
  await Promise.all(Array.from({ length: 8 }, () => askAgain(20)))
  expect(most).toBe(2)
})

test('counts an aborted task as running until it has ended', async () => {
  const limiter = createLimiter(1)
  const first = task()
  const stop = new AbortController()
  const running = limiter.run(first.work, { signal: stop.signal })
  await Promise.resolve()
  let hasBegun = false
  const next = limiter.run(
    async () => {
      hasBegun = true
    },
    { signal },
  )
  stop.abort(new Error('gave up'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasBegun).toBe(false)
  first.end()
  await Promise.all([running, next])
})

test('rejects a task at once if it is already aborted', async () => {
  await expect(
    createLimiter(1).run(task().work, { signal: AbortSignal.abort(new Error('gave up')) }),
  ).rejects.toThrow('gave up')
})

test('keeps a slot free for other owners, however many tasks one owner adds', async () => {
  const limiter = createFairLimiter(3, 2)
  const begun: string[] = []
  const slow = task()
  const ask = (name: string, owner: string) =>
    limiter.run(
      () => {
        begun.push(name)
        return owner === 'ana' ? slow.work() : Promise.resolve()
      },
      { signal, owner },
    )
  const mine = ['1', '2', '3', '4'].map((name) => ask(name, 'ana'))
  await ask('other', 'bo')
  expect(begun).toEqual(['1', '2', 'other'])
  slow.end()
  await Promise.all(mine)
  expect(begun).toEqual(['1', '2', 'other', '3', '4'])
})
