import { expect, test } from 'vitest'
import type { Area, Row } from './areas.ts'
import { compare, type Entry, findChanges } from './quotes.ts'
import { blocksOf } from './specification.ts'

const page = `# A door

## 1. The door

- A **“red” door** opens after 3 s. It shuts with a \`click\`.
- The bell rings.

| Part | Colour |
|---|---|
| handle | brass; 2 screws |
| frame | red |
`
const decisions = `## Size
1. The door may be green where
   the frame is.
`
const blocks = [...blocksOf('P1', page), ...blocksOf('decision', decisions)]

function makeArea(...rows: Partial<Row>[]): Area[] {
  const complete = rows.map(
    (row, index): Row => ({
      id: `door.${index}`,
      at: 'P1 §1',
      kind: 'rule',
      literal: '',
      proof: null,
      ...row,
    }),
  )
  return [{ area: 'door', title: 'Door', finished: false, rows: complete }]
}
const compareRows = (...rows: Partial<Row>[]) => compare(makeArea(...rows), blocks, [])

test('splits a page into sentences, cells and the parts between semicolons', () => {
  const texts = blocks.map(({ at, isHeading, statements }) => [
    at,
    isHeading,
    ...statements.map(({ text }) => text),
  ])
  expect(texts).toEqual([
    ['P1 §0', true, 'A door'],
    ['P1 §1', true, '1.', 'The door'],
    ['P1 §1', false, "A 'red' door opens after 3 s.", 'It shuts with a click.'],
    ['P1 §1', false, 'The bell rings.'],
    ['P1 §1', true, 'Part | Colour'],
    ['P1 §1', false, 'handle | brass;', '2 screws'],
    ['P1 §1', false, 'frame | red'],
    ['names', true, 'Size'],
    ['decision 1', false, 'The door may be green where the frame is.'],
  ])
})

test.each([
  ['the words of a sentence, with other quotation marks', 'A "red" door opens'],
  ['words left out', 'A … door … shuts'],
  ['a cell with its name', 'frame | red'],
])('accepts %s', (_, literal) => {
  expect(compareRows({ literal }).misquoted).toEqual([])
})

test('reports a row that is reworded, and one that could quote several places', () => {
  expect(compareRows({ literal: 'A green door opens' }, { literal: 'red' }).misquoted).toEqual([
    'door.0 is not in the words of the specification: A green door opens',
    'door.1 could quote 2 places, so it must quote more words: red',
  ])
})

test('a departure names a decision that exists', () => {
  const departure = { kind: 'departure', literal: 'frame | red' } as const
  expect(compareRows({ ...departure, decision: 1 }).misquoted).toEqual([])
  expect(compareRows({ ...departure, decision: 2 }).misquoted[0]).toContain(
    'decision 2, which does not exist',
  )
})

test('reports statements and numbers without a row, unless they have a reason', () => {
  const quoted = makeArea(
    { literal: "A 'red' door opens" },
    { literal: 'It shuts' },
    { literal: 'handle | brass' },
  )
  const { entries, missing } = compare(quoted, blocks, [])
  expect(missing.map(({ text }) => text)).toEqual([
    "A 'red' door opens after 3 s.",
    'The bell rings.',
    '2 screws',
    'frame | red',
  ])
  const explained = entries.map((entry): Entry => ({ ...entry, reason: 'is no requirement' }))
  expect(compare(quoted, blocks, explained).missing.map(({ text }) => text)).toEqual([
    "A 'red' door opens after 3 s.",
  ])
})

test('notices without the specification that a row was reworded, added or removed', () => {
  const row = { literal: 'The bell rings' }
  const { entries } = compareRows(row)
  const explained = entries.map((entry) =>
    Object.keys(entry.rows).length > 0 ? entry : { ...entry, reason: 'is no requirement' },
  )
  expect(findChanges(makeArea(row), explained)).toEqual([])
  expect(findChanges(makeArea({ literal: 'The bell rang' }), explained)).toEqual([
    'door.0 was not compared with the specification in these words',
  ])
  expect(findChanges(makeArea(row, row), explained)[0]).toContain('door.1 was not compared')
  expect(findChanges(makeArea(), explained)[0]).toContain('neither a row nor a reason')
})
