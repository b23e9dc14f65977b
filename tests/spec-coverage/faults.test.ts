import { expect, test } from 'vitest'
import { faultsOf, type Ground } from './faults.ts'
import { pageOf } from './page.ts'
import { parseRoom, type Room, type Row } from './rooms.ts'
import type { WrittenTest } from './test-names.ts'
import { stands } from './where.ts'

const proof = { file: 'a.test.ts', test: 'a room > keeps its word', asserts: "'open'" }
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
const groundWith = (test: WrittenTest): Ground => ({ tests: new Map([[proof.file, [test]]]), read: (file) => files[file] ?? null })
const ground = groundWith(written())

const aRow = (change: Partial<Row> = {}): Row => ({ id: 'door.open', at: 'P1 §2', kind: 'string', literal: 'Open', proof, ...change })
const aRoom = (finished: boolean, ...rows: Row[]): Room => ({ room: 'door', title: 'Door', finished, rows })
const faults = (...rooms: Room[]) => faultsOf(rooms, ground)

test('accepts proved rows, and unproved rows of an unfinished room', () => {
  expect(faults(aRoom(true, aRow()), aRoom(false, aRow({ id: 'window.open', proof: null })))).toEqual([])
})

test('reports a row without proof in a finished room', () => {
  expect(faults(aRoom(true, aRow({ proof: null })))).toEqual(['door.open is not proved, but its room is finished'])
})

test('reports a proof that does not exist, in any room', () => {
  expect(faults(aRoom(false, aRow({ proof: { ...proof, file: 'b.test.ts' } })))[0]).toContain('no test: b.test.ts')
  expect(faults(aRoom(false, aRow({ proof: { ...proof, test: 'keeps its word' } })))[0]).toContain('not in a.test.ts')
})

test('reports a proof that only shows that something is absent', () => {
  const absence = groundWith(written({ provesPresence: false }))
  expect(faultsOf([aRoom(true, aRow())], absence)).toEqual([
    'door.open is proved by a test that expects nothing to be there: a room > keeps its word',
  ])
})

test('reports a row that does not name its subject, and a subject that the test does not assert', () => {
  const { asserts: _, ...unnamed } = proof
  expect(faults(aRoom(true, aRow({ proof: unnamed })))).toEqual(['door.open does not name what its test asserts: a room > keeps its word'])
  expect(faults(aRoom(true, aRow({ proof: { ...proof, asserts: "'shut'" } })))).toEqual(["door.open is not asserted by its test: 'shut'"])
})

test('reports an assertion that proves more than five rows', () => {
  const rows = (count: number, asserts: string) =>
    Array.from({ length: count }, (_, nth) => aRow({ id: `door.${asserts}.${nth}`, proof: { ...proof, asserts } }))
  expect(faults(aRoom(true, ...rows(5, 'open'), ...rows(5, 'door')))).toEqual([])
  expect(faults(aRoom(true, ...rows(6, 'open')))).toEqual(['open in a.test.ts > a room > keeps its word proves 6 rows'])
})

test('reports an id used twice, even in different rooms', () => {
  expect(faults(aRoom(false, aRow()), aRoom(false, aRow()))).toEqual(['door.open is the id of two rows'])
})

test('reports a literal that does not occur in its stated place', () => {
  expect(faults(aRoom(false, aRow({ literal: 'Closed', where: 'en-GB/door.json' })))).toEqual([
    'door.open does not stand in en-GB/door.json',
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
  expect(stands(literal, where, ground.read)).toBe(found)
})

test('reads a room, and names an invalid line', () => {
  const head = '{"room":"door","title":"Door","finished":false}'
  const row = JSON.stringify(aRow())
  expect(parseRoom(`${head}\n${row}\n`)).toEqual(aRoom(false, aRow()))
  expect(() => parseRoom(`${head}\n${row}\n${row.replace('string', 'song')}`)).toThrow('Line 3')
  expect(() => parseRoom(`${head}\n${JSON.stringify({ ...aRow(), why: 'never' })}`)).toThrow('Line 2')
  expect(() => parseRoom(row)).toThrow('Line 1')
})

test('lists each room with its count', () => {
  const page = pageOf([aRoom(false, aRow(), aRow({ id: 'door.shut', literal: 'a | b', proof: null }))])
  expect(page).toContain('| [Door](#door) | 1 | 2 | no |')
  expect(page).toContain('| door.shut | P1 §2 | string | a \\| b |  |')
})
