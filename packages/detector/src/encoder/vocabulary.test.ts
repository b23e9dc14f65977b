import { expect, test } from 'vitest'
import { classCount, Vocabulary } from './vocabulary.ts'

const vocabulary = new Vocabulary(['!', '<pad>', 'river'])
const numberOf = (token: string): number => vocabulary.numbersOf([token])[0] as number

test('numbers known words by their place, whatever their case', () => {
  expect([...vocabulary.numbersOf(['!', 'River', 'RIVER'])]).toEqual([
    classCount,
    classCount + 2,
    classCount + 2,
  ])
})

test('puts unknown words in classes by ending and length, apart for words with a capital', () => {
  const classes = ['station', 'Station', 'sitting', 'zzzzz', 'zz', 'zzzzzzzzzz', 'Zzzzzzzzzz', '€'].map(
    numberOf,
  )
  expect(new Set(classes).size).toBe(classes.length)
  expect(classes.every((number) => number < classCount)).toBe(true)
  expect(numberOf('creation')).toBe(numberOf('station'))
})

test('never mistakes a token for a class', () => {
  expect(numberOf('<pad>')).not.toBe(0)
})
