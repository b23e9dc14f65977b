import { expect, test } from 'vitest'
import { type Column, nextSort, sortRows } from './columns.ts'

interface Essay {
  name: string
  score: number | null
}

const name: Column<Essay> = { id: 'name', header: 'Name', accessorKey: 'name' }
const score: Column<Essay> = { id: 'score', header: 'Score', accessorFn: ({ score: value }) => value }
const essays: Essay[] = [
  { name: 'Week 10', score: null },
  { name: 'week 2', score: 0.9 },
  { name: 'Étude', score: 0.1 },
]
const namesOf = (rows: readonly Essay[]) => rows.map((row) => row.name)

test('sorts names naturally: numbers by value, capitals and accents next to the plain letters', () => {
  expect(namesOf(sortRows(essays, name, false))).toEqual(['Étude', 'week 2', 'Week 10'])
  expect(namesOf(sortRows(essays, name, true))).toEqual(['Week 10', 'week 2', 'Étude'])
})

test('keeps empty values at the end in both directions', () => {
  expect(namesOf(sortRows(essays, score, false))).toEqual(['Étude', 'week 2', 'Week 10'])
  expect(namesOf(sortRows(essays, score, true))).toEqual(['week 2', 'Étude', 'Week 10'])
})

test('keeps the order for a column that is not sortable', () => {
  expect(sortRows(essays, { ...name, enableSorting: false }, true)).toBe(essays)
  expect(sortRows(essays, undefined, true)).toBe(essays)
})

test('starts with A for words and the largest for numbers, and reverses at the next click', () => {
  const numbered = [{ name: 'a', score: 1 }]
  expect(nextSort(name, essays, { id: 'score', desc: true })).toEqual({ id: 'name', desc: false })
  expect(nextSort(score, numbered, { id: 'name', desc: false })).toEqual({ id: 'score', desc: true })
  expect(nextSort(score, numbered, { id: 'score', desc: true })).toEqual({ id: 'score', desc: false })
})
