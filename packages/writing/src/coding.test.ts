import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEntries, encodeEntries, RecordCodingError } from './coding.ts'
import type { RecordEntry } from './step.ts'

const client = fc.constantFrom('page-aaaa', 'page-bbbb')
const at = fc.integer({ min: 0, max: 8.64e15 })
const character = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom('a', '😀', '\ud83d', '\ude00', 'é'),
)
const position = fc.integer({ min: 1, max: 20 })
const replace = (from: number, to: number, text: string | null) => ({
  stepType: 'replace',
  from,
  to,
  ...(text === null ? {} : { slice: { content: [{ type: 'text', text }] } }),
})
const step = fc.oneof(
  fc.tuple(position, character).map(([from, text]) => replace(from, from, text)),
  position.map((from) => replace(from, from + 1, null)),
  fc.tuple(position, position, fc.string()).map(([from, to, text]) => replace(from, to, text)),
  fc.dictionary(fc.string(), fc.jsonValue()),
)
const origin = fc.constantFrom('typing', 'paste', 'delete', 'undo', 'format' as const)
const unnumbered = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('step' as const), at, client, origin, step }) },
  fc.record({ kind: fc.constantFrom('open', 'close', 'focus', 'blur' as const), at, client }),
  fc.record({ kind: fc.constant('blocked-paste' as const), at, client, characters: fc.nat() }),
)
const entries = fc
  .array(unnumbered, { maxLength: 60 })
  .map((list) => list.map((entry, nth): RecordEntry => ({ ...entry, n: 1 + nth + Math.floor(nth / 7) })))

test('entries are unchanged by coding and decoding, whatever they contain', () => {
  fc.assert(
    fc.property(entries, (list) => {
      expect(decodeEntries(encodeEntries(list))).toEqual(JSON.parse(JSON.stringify(list)))
    }),
    { numRuns: 500 },
  )
})

test('a run of typing and deleting is restored entry by entry', () => {
  const keys = [
    ['h', 1],
    ['i', 2],
    [null, 2],
    [null, 1],
    ['o', 1],
    [null, 5],
    [null, 5],
    ['x', 5],
  ] as const
  const list = keys.map(
    ([text, from], nth): RecordEntry => ({
      kind: 'step',
      at: 1_000 + 150 * nth,
      client: 'page-aaaa',
      n: nth + 1,
      origin: text ? 'typing' : 'delete',
      step: text ? replace(from, from, text) : replace(from, from + 1, null),
    }),
  )
  const text = encodeEntries(list)
  expect(decodeEntries(text)).toEqual(list)
  expect(text.length).toBeLessThan(list.length * 20)
})

test("the order of a step's keys does not matter", () => {
  const fields = { kind: 'step', at: 5, client: 'page-aaaa', n: 1, origin: 'typing' } as const
  const one: RecordEntry = {
    ...fields,
    step: { stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text: 'a' }] } },
  }
  const other: RecordEntry = {
    ...fields,
    step: { slice: { content: [{ text: 'a', type: 'text' }] }, to: 1, from: 1, stepType: 'replace' },
  }
  expect(encodeEntries([one])).toBe(encodeEntries([other]))
})

test('damaged text is refused', () => {
  for (const text of [
    '',
    '{}',
    '[2]',
    '[1,"ab",[5]]',
    '[1,[5,"typing",null]]',
    '[1,true,[1]]',
    '[1,"a"]',
    '[1,null]',
  ])
    expect(() => decodeEntries(text)).toThrow(RecordCodingError)
})
