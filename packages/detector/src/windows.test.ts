import { describe, expect, it } from 'vitest'
import { discoveries, runsOnly } from './windows.ts'

describe('marking', () => {
  it('keeps the rate of false discoveries over all sentences, not for each alone', () => {
    expect(discoveries([0.01, 0.5, 0.9, 0.8], 0.01)).toEqual([false, false, false, false])
    expect(discoveries([0.001, 0.004, 0.9, 0.006], 0.01)).toEqual([true, true, false, true])
    expect(discoveries([], 0.01)).toEqual([])
  })

  it('drops a sentence that stands alone', () => {
    expect(runsOnly([true, false, true, true, false, true], 2)).toEqual([false, false, true, true, false, false])
    expect(runsOnly([true], 2)).toEqual([false])
  })
})
