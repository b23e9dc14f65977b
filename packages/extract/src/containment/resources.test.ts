import { describe, expect, test } from 'vitest'
import { createStarvationCheck } from './resources.ts'

describe('a process that waits for the processor', () => {
  const check = () => createStarvationCheck(30_000, { usedMs: 500, waitedMs: 100 })

  test('does not starve before it has waited for long', () => {
    expect(check()({ usedMs: 500, waitedMs: 30_000 })).toBe(false)
  })

  test('starves if it hardly runs', () => {
    expect(check()({ usedMs: 900, waitedMs: 31_000 })).toBe(true)
  })

  test('does not starve if it shares the processor with others like it', () => {
    expect(check()({ usedMs: 8_000, waitedMs: 31_000 })).toBe(false)
  })

  test('starves later, however much it ran before', () => {
    const starves = check()
    expect(starves({ usedMs: 14_000, waitedMs: 31_000 })).toBe(false)
    expect(starves({ usedMs: 14_200, waitedMs: 60_000 })).toBe(false)
    expect(starves({ usedMs: 14_200, waitedMs: 62_000 })).toBe(true)
  })
})
