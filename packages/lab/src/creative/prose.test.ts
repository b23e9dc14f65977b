import { expect, test } from 'vitest'
import { stretches } from './prose.ts'

test('a stretch ends with a sentence and not with the title of a name', () => {
  const text = 'After tea Mrs. Lynde came. “Is it late?” she asked. They walked to the old mill together.'
  expect(stretches(text, 11, 9)).toEqual([
    'After tea Mrs. Lynde came. “Is it late?” she asked.',
    'They walked to the old mill together.',
  ])
})

test('a sentence without an end does not loop or get lost', () => {
  expect(stretches('one two three four', 2, 9)).toEqual(['one two three four'])
})
