import { expect, test } from 'vitest'
import { type Area, parseArea, type Row } from './areas.ts'
import { pageOf } from './page.ts'
import { findProblems, literalOccurs, type Repository } from './problems.ts'

const proof = { file: 'a.test.ts', test: 'a door > opens' }
const files: Record<string, string> = {
  'apps/web/public/locales/en-GB/door.json': '{"open": "{{count}} doors opened.", "shut": "Shut"}',
  'packages/contract/src/values/limits.ts': "export const pollMs = 5_000\nconst path = '/doors/:doorId'",
}
const repository: Repository = {
  testNames: new Map([[proof.file, [proof.test]]]),
  read: (file) => files[file] ?? null,
}

const makeRow = (change: Partial<Row> = {}): Row => ({
  id: 'door.open',
  at: 'P1 §2',
  kind: 'string',
  literal: 'Open',
  proof,
  ...change,
})
const makeArea = (finished: boolean, ...rows: Row[]): Area => ({
  area: 'door',
  title: 'Door',
  finished,
  rows,
})
const problems = (...areas: Area[]) => findProblems(areas, repository)

test('accepts proved rows, and unproved rows of an unfinished area', () => {
  expect(
    problems(makeArea(true, makeRow()), makeArea(false, makeRow({ id: 'window.open', proof: null }))),
  ).toEqual([])
})

test('reports a row without proof in a finished area', () => {
  expect(problems(makeArea(true, makeRow({ proof: null })))).toEqual([
    'door.open is not proved, but its area is finished',
  ])
})

test('reports a proof that does not exist, in any area', () => {
  expect(problems(makeArea(false, makeRow({ proof: { ...proof, file: 'b.test.ts' } })))[0]).toContain(
    'no test: b.test.ts',
  )
  expect(problems(makeArea(false, makeRow({ proof: { ...proof, test: 'opens' } })))[0]).toContain(
    'not in a.test.ts',
  )
})

test('reports an id used twice, even in different areas', () => {
  expect(problems(makeArea(false, makeRow()), makeArea(false, makeRow()))).toEqual([
    'door.open is the id of two rows',
  ])
})

test('reports a literal that does not occur where its row says', () => {
  expect(problems(makeArea(false, makeRow({ literal: 'Closed', where: 'en-GB/door.json' })))).toEqual([
    'door.open does not occur in en-GB/door.json',
  ])
})

test.each([
  ['{n} doors opened', 'en-GB/door.json', true],
  ['{n} doors opened', 'en-GB/door.json#open', true],
  ['{n} doors opened', 'en-GB/door.json#shut', false],
  ['{n} Doors opened', 'en-GB/door.json', false],
  ['Shut', 'en-GB/gate.json', false],
  ['5000', 'contract/values/limits.ts', true],
  ['/doors/{doorId}', 'packages/contract/src/values/limits.ts', true],
  ['/windows/{id}', 'contract/values/limits.ts', false],
])('looks for %j in %s', (literal, where, found) => {
  expect(literalOccurs(literal, where, repository.read)).toBe(found)
})

test('parses an area, and names the number of an invalid line', () => {
  const head = '{"area":"door","title":"Door","finished":false}'
  const row = JSON.stringify(makeRow())
  expect(parseArea(`${head}\n${row}\n`)).toEqual(makeArea(false, makeRow()))
  expect(() => parseArea(`${head}\n${row}\n${row.replace('string', 'song')}`)).toThrow('Line 3')
  expect(() => parseArea(`${head}\n${JSON.stringify({ ...makeRow(), why: 'never' })}`)).toThrow('Line 2')
  expect(() => parseArea(row)).toThrow('Line 1')
})

test('lists each area with its count', () => {
  const page = pageOf([
    makeArea(false, makeRow(), makeRow({ id: 'door.shut', literal: 'a | b', proof: null })),
  ])
  expect(page).toContain('| [Door](#door) | 1 | 2 | no |')
  expect(page).toContain('| door.shut | P1 §2 | string | a \\| b |  |')
})
