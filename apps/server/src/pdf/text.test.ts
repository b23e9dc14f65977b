import type { MarkedParagraph, Passage, Stretch } from '@penmark/wording'
import { expect, test } from 'vitest'
import { beginningOf, blocksOf, maxPrintedCharacters } from './text.ts'

const passage: Passage = { number: 1, strength: 'strong', score: 0.9, sentences: [] }
const paragraphOf = (...stretches: Stretch[]): MarkedParagraph => ({
  number: 1,
  score: 0.5,
  leftOut: null,
  characters: stretches.reduce((sum, { text }) => sum + text.length, 0),
  stretches,
  passages: [],
  sentences: [],
})

test('splits a very long paragraph into blocks without losing a letter, and numbers a passage once', () => {
  const stretches = [
    { text: 'plain words '.repeat(500), passage: null },
    { text: 'x'.repeat(10_000), passage },
  ]
  const blocks = blocksOf(stretches)
  expect(
    blocks
      .flat()
      .map(({ text }) => text)
      .join(''),
  ).toBe(stretches.map(({ text }) => text).join(''))
  expect(
    Math.max(...blocks.map((block) => block.reduce((sum, { text }) => sum + text.length, 0))),
  ).toBeLessThanOrEqual(3_001)
  expect(blocks.flat().filter((stretch) => stretch.passage && stretch.begins)).toHaveLength(1)
})

test('keeps a short paragraph whole', () => {
  expect(blocksOf([{ text: 'Short.', passage: null }])).toHaveLength(1)
})

test('prints as much as fits in a file, and counts what it omits', () => {
  const long = paragraphOf({ text: 'a'.repeat(maxPrintedCharacters - 10), passage: null })
  const { printed, omittedCharacters } = beginningOf(
    [long, paragraphOf({ text: 'b'.repeat(30), passage: null }), paragraphOf({ text: 'c', passage: null })],
    maxPrintedCharacters,
  )
  expect(printed).toHaveLength(2)
  expect(printed[1]?.stretches[0]?.text).toBe(`${'b'.repeat(10)}…`)
  expect(omittedCharacters).toBe(21)
  expect(
    beginningOf([paragraphOf({ text: 'all', passage: null })], maxPrintedCharacters).omittedCharacters,
  ).toBe(0)
})

test('cuts the beginning of a text between words', () => {
  const { printed, omittedCharacters } = beginningOf(
    [paragraphOf({ text: 'By the river and the sea', passage: null })],
    15,
  )
  expect(printed[0]?.stretches[0]?.text).toBe('By the river…')
  expect(omittedCharacters).toBe(9)
})
