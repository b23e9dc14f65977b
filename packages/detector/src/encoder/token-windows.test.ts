import { expect, test } from 'vitest'
import { tokenWindows } from './token-windows.ts'

test.each([0, 1, 255, 256, 257, 448, 449, 10_000])(
  'keeps each of %i tokens once, from windows of at most 256',
  (size) => {
    const windows = tokenWindows(size)
    let at = 0
    for (const { from, to, keepFrom, keepTo } of windows) {
      expect(to - from).toBeLessThanOrEqual(256)
      expect(keepFrom).toBe(at)
      expect(keepFrom).toBeGreaterThanOrEqual(from)
      expect(keepTo).toBeLessThanOrEqual(to)
      at = keepTo
    }
    expect(at).toBe(size)
  },
)

test('takes a token from a window in which at least 32 others stand before and behind it, except at the ends', () => {
  for (const { from, to, keepFrom, keepTo } of tokenWindows(1_000)) {
    expect(from === 0 || keepFrom - from >= 32).toBe(true)
    expect(to === 1_000 || to - keepTo >= 32).toBe(true)
  }
})
