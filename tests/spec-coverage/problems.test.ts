import { expect, test } from 'vitest'
import { type Area, parseArea, type Row } from './areas.ts'
import { pageOf } from './page.ts'
import { findProblems, literalOccurs, type Repository } from './problems.ts'
import type { WrittenTest } from './test-names.ts'

const proof = { file: 'a.test.ts', test: 'a door > opens', asserts: "'open'" }
const files: Record<string, string> = {
  'apps/web/public/locales/en-GB/door.json': '{"open": "{{count}} doors opened.", "shut": "Shut"}',
  'packages/contract/src/limits.ts': "export const pollMs = 5_000\nconst path = '/doors/:doorId'",
}
const written = (change: Partial<WrittenTest> = {}): WrittenTest => ({
  name: proof.test,
  source: "expect(door).toBe('open')",
  provesPresence: true,
  ...change,
})
const repositoryWith = (test: WrittenTest): Repository => ({
  tests: new Map([[proof.file, [test]]]),
  read: (file) => files[file] ?? null,
})
const repository = repositoryWith(written())

const makeRow = (change: Partial<Row> = {}): Row => ({ id: 'door.open', at: 'P1 §2', kind: 'string', literal: 'Open', proof, ...change })
const makeArea = (finished: boolean, ...rows: Row[]): Area => ({ area: 'door', title: 'Door', finished, rows })
const problems = (...areas: Area[]) => findProblems(areas, repository)

test('accepts proved rows, and unproved rows of an unfinished area', () => {
  expect(problems(makeArea(true, makeRow()), makeArea(false, makeRow({ id: 'window.open', proof: null })))).toEqual([])
})

test('reports a row without proof in a finished area', () => {
  expect(problems(makeArea(true, makeRow({ proof: null })))).toEqual(['door.open is not proved, but its area is finished'])
})

test('reports a proof that does not exist, in any area', () => {
  expect(problems(makeArea(false, makeRow({ proof: { ...proof, file: 'b.test.ts' } })))[0]).toContain('no test: b.test.ts')
  expect(problems(makeArea(false, makeRow({ proof: { ...proof, test: 'opens' } })))[0]).toContain('not in a.test.ts')
})

test('reports a proof that only shows that something is absent', () => {
  const absence = repositoryWith(written({ provesPresence: false }))
  expect(findProblems([makeArea(true, makeRow())], absence)).toEqual([
    'door.open is proved by a test that only expects things to be absent: a door > opens',
  ])
})

test('reports a row that names no assertion, and one whose test does not contain it', () => {
  const { asserts: _, ...unnamed } = proof
  expect(problems(makeArea(true, makeRow({ proof: unnamed })))).toEqual(['door.open does not name what its test asserts: a door > opens'])
  expect(problems(makeArea(true, makeRow({ proof: { ...proof, asserts: "'shut'" } })))).toEqual([
    "door.open is not asserted by its test: 'shut'",
  ])
})

test('reports an assertion that proves more than five rows', () => {
  const rows = (count: number, asserts: string) =>
    Array.from({ length: count }, (_, nth) => makeRow({ id: `door.${asserts}.${nth}`, proof: { ...proof, asserts } }))
  expect(problems(makeArea(true, ...rows(5, 'open'), ...rows(5, 'door')))).toEqual([])
  expect(problems(makeArea(true, ...rows(6, 'open')))).toEqual(['open in a.test.ts > a door > opens proves 6 rows'])
})

test('reports an id used twice, even in different areas', () => {
  expect(problems(makeArea(false, makeRow()), makeArea(false, makeRow()))).toEqual(['door.open is the id of two rows'])
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
  ['5000', 'contract/limits.ts', true],
  ['/doors/{doorId}', 'packages/contract/src/limits.ts', true],
  ['/windows/{id}', 'contract/limits.ts', false],
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
  const page = pageOf([makeArea(false, makeRow(), makeRow({ id: 'door.shut', literal: 'a | b', proof: null }))])
  expect(page).toContain('| [Door](#door) | 1 | 2 | no |')
  expect(page).toContain('| door.shut | P1 §2 | string | a \\| b |  |')
})
