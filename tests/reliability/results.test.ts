import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageOf } from './page.ts'
import { mergeAttacks } from './promise-table.ts'
import { type Attack, promises } from './promises.ts'
import type { StoredTable } from './result-table.ts'
import { currentPage } from './results.ts'
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
  expect(plainTable(table).split('\n')).toEqual([
    'Where             Lost',
    'after | the row      0',
    'before           1,230',
  ])
})

const attack: Attack = {
  promise: 'uploads',
  attack: 'the disk is full',
  times: 5,
  atStake: 1_200,
  unit: 'acknowledged uploads',
  lost: 0,
}
const rowOf = (promise: string, page: string) =>
  page.split('\n').find((line) => line.startsWith(`| ${promise}`))

test('the page opens with the promises: how each was attacked, how often, and what was lost', () => {
  const onServer = { ...attack, where: 'PostgreSQL', times: 2, atStake: 34, lost: 1, defects: 2 }
  const tables = [
    {
      ...table,
      attacks: [attack, onServer, { ...attack, attack: 'a worker is killed', figure: 'at most 2 s' }],
    },
  ]
  const page = pageOf([{ suite: 'load', tables }])
  expect(page.indexOf('## Promises')).toBeLessThan(page.indexOf('## Load'))
  expect(rowOf(promises.uploads, page)).toBe(
    `| ${promises.uploads} | the disk is full (7)<br>a worker is killed (5) | 12 | 1 of 2,434 acknowledged uploads<br>at most 2 s<br>2 other defects |`,
  )
})

test('the page shows which promise was never attacked', () => {
  expect(rowOf(promises.uploads, pageOf([{ suite: 'faults', tables: [table] }]))).toContain(
    'Not measured yet',
  )
})

test('an attack that is repeated on one setup replaces only its own figures', () => {
  const stored = [attack, { ...attack, where: 'PostgreSQL' }, { ...attack, attack: 'a worker is killed' }]
  const repeated = { ...attack, times: 9 }
  expect(mergeAttacks(stored, [repeated])).toEqual([stored[1], stored[2], repeated])
})
