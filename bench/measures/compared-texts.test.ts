import { expect, test } from 'vitest'
import { compareTexts } from './compared-texts.ts'

const theirs = 'The bees were kept behind the old railway shed until they were sold'

test('equal words are all found, in one order', () => {
  expect(compareTexts(theirs, theirs)).toEqual({
    words: 13,
    found: 13,
    runs: 11,
    inOrder: 11,
    joined: 0,
    split: 0,
  })
})

test('a word is the same with a ligature, a broken line and an accent on a dotless i', () => {
  const found = compareTexts(
    'The ﬁrst well-\nknown sto-\nries of Valentı\u0301n',
    'The first well-known stories of Valentín',
  )
  expect(found).toMatchObject({ words: 6, found: 6, joined: 0, split: 0 })
})

test('joined words are counted, and products of variables are none', () => {
  expect(compareTexts(theirs, theirs.replace('behind the old', 'behindtheold')).joined).toBe(3)
  expect(compareTexts('so k x y is long', 'so kxy is long').joined).toBe(0)
})

test('split words are counted', () => {
  expect(compareTexts(theirs, theirs.replace('railway', 'rail way'))).toMatchObject({ found: 12, split: 1 })
})

test('columns that are read in another order are seen', () => {
  const [first, second] = [theirs, 'My brother carried all the heavy frames into our kitchen each August']
  const found = compareTexts(`${first} ${second}`, `${second} ${first}`)
  expect(found).toMatchObject({ runs: 21, inOrder: 11 })
})
