import { expect, test } from 'vitest'
import type { OleFile } from '../container/ole.ts'
import { readSummary } from './doc.ts'

type Property = [id: number, value: string | bigint]

/** A SummaryInformation stream: text as a string, a number as a count of hundreds of nanoseconds. */
function summaryOf(properties: Property[]): OleFile {
  const values = properties.map(([, value]) => {
    const head = Buffer.alloc(8)
    if (typeof value === 'bigint') {
      head.writeUInt32LE(0x40)
      const time = Buffer.alloc(8)
      time.writeBigUInt64LE(value)
      return Buffer.concat([head.subarray(0, 4), time])
    }
    const text = Buffer.from(`${value}\0`)
    head.writeUInt32LE(0x1e)
    head.writeUInt32LE(text.length, 4)
    return Buffer.concat([head, text])
  })
  const table = Buffer.alloc(8 + properties.length * 8)
  table.writeUInt32LE(properties.length, 4)
  let at = table.length
  properties.forEach(([id], nth) => {
    table.writeUInt32LE(id, 8 + nth * 8)
    table.writeUInt32LE(at, 12 + nth * 8)
    at += values[nth]?.length ?? 0
  })
  const start = Buffer.alloc(48)
  start.writeUInt32LE(48, 44)
  const stream = Buffer.concat([start, table, ...values])
  return { names: [], has: () => true, read: () => stream }
}

const minute = 600_000_000n

test('reads the editing time, number of saves and template of an old Word file', () => {
  const file = summaryOf([
    [18, 'Microsoft Word 11.0'],
    [9, '12'],
    [10, 95n * minute],
    [7, 'Lab report.dot'],
  ])
  expect(readSummary(file, 800)).toEqual([
    { kind: 'metadata', name: 'producer', value: 'Microsoft Word 11.0', count: null },
    {
      kind: 'editing-history',
      name: 'summary',
      value: null,
      count: null,
      history: {
        words: 800,
        minutes: 95,
        saves: 12,
        sessions: null,
        recorded: null,
        largest: null,
        stretches: [],
      },
    },
    { kind: 'editing-history', name: 'template', value: 'Lab report.dot', count: null },
  ])
})

test('ignores an editing time of a thousand years', () => {
  const file = summaryOf([
    [18, 'Microsoft Word 11.0'],
    [10, 1_000n * 365n * 1_440n * minute],
  ])
  expect(readSummary(file, 800).filter(({ kind }) => kind === 'editing-history')).toEqual([])
})
