import { describe, expect, test } from 'vitest'
import { refreshDelayMs, retryDelayMs } from './timing.ts'

describe('the times of a session', () => {
  test('refreshes ten seconds before expiry', () => {
    expect(refreshDelayMs(600)).toBe(590_000)
  })

  test('waits at most a day', () => {
    expect(refreshDelayMs(30 * 86_400)).toBe(86_400_000)
  })

  test('never refreshes without pause, however short the tokens', () => {
    expect(refreshDelayMs(3)).toBe(1_000)
    expect(refreshDelayMs(-50)).toBe(1_000)
  })

  test('waits longer after every failure, at most five minutes', () => {
    expect([1, 2, 3, 20].map(retryDelayMs)).toEqual([5_000, 10_000, 20_000, 300_000])
  })
})
