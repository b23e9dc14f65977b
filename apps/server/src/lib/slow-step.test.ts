import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sayIfSlow } from './slow-step.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a step of seconds is named once, and a quick one or one that fails is not', async () => {
  const lines: string[] = []
  const during = (step: () => Promise<unknown>) =>
    sayIfSlow('Opening the database', step, { say: (line) => lines.push(line) })
  await during(() => nextTurn())
  await expect(during(() => Promise.reject(new Error('It is in use.')))).rejects.toThrow('It is in use.')
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([])

  let finish = () => {}
  const slow = during(() => new Promise<void>((resolve) => (finish = resolve)))
  vi.advanceTimersByTime(2_999)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(60_000)
  finish()
  await slow
  expect(lines).toEqual(['Opening the database…'])
})
