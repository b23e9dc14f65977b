import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageOf } from './page.ts'
import { currentPage, type StoredTable } from './results.ts'
import { plainTable } from './table.ts'

const table: StoredTable = {
  title: 'Kills',
  columns: ['Where', 'Lost'],
  rows: [
    ['after | the row', 0],
    ['before', 1_234.5],
  ],
  note: 'Each kill is one process.',
  measured_at: '2026-11-22T00:30:00.000Z',
  machine: '2 cores',
  version: '0.1.0 (abc)',
}

test('docs/reliability.md is generated from the stored results', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/reliability.md'), 'utf8')).toBe(currentPage())
})

test('the page shows each table with its figures, its note and the machine', () => {
  const page = pageOf([{ suite: 'faults', tables: [table] }])
  expect(page).toContain('| Where | Lost |\n|---|---:|\n| after \\| the row | 0 |\n| before | 1,230 |')
  expect(page).toContain('Each kill is one process.')
  expect(page).toContain('2026-11-22 00:30 UTC, 0.1.0 (abc), 2 cores.')
})

test('the page shows which command was never run', () => {
  expect(pageOf([{ suite: 'load', tables: [] }])).toContain('Not measured yet.')
})

test('the terminal aligns numbers in columns', () => {
  expect(plainTable(table).split('\n')).toEqual(['Where             Lost', 'after | the row      0', 'before           1,230'])
})
