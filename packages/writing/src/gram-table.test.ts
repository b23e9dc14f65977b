import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GramTable } from './gram-table.ts'

const half = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
const entry = fc.record({ low: half, high: half, value: fc.nat(5 ** 12) })

test('holds the last number of each hash, however many there are', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4_000, size: 'max' }), (entries) => {
      const table = new GramTable()
      const last = new Map<string, number>()
      for (const { low, high, value } of entries) {
        table.set(low, high, value)
        last.set(`${low} ${high}`, value)
      }
      for (const { low, high } of entries) expect(table.get(low, high)).toBe(last.get(`${low} ${high}`))
      expect(table.get(4, 4)).toBe(last.get('4 4'))
    }),
    { numRuns: 40 },
  )
})
