import { expect, test } from 'vitest'
import { paragraphsOfText } from './txt.ts'

test('ends a paragraph at an empty line, with any line endings', () => {
  expect(paragraphsOfText('One.\r\n\r\nTwo.\r\rThree.\n \t\nFour.')).toEqual([
    'One.',
    'Two.',
    'Three.',
    'Four.',
  ])
})

test('treats every line as a paragraph if lines are not wrapped', () => {
  const long =
    'This sentence goes on for a good while, as a paragraph does that a word processor has saved on a single line. '
      .repeat(2)
      .trim()
  expect(paragraphsOfText(`Title\n${long}\n${long}\nEnd.`)).toEqual(['Title', long, long, 'End.'])
})

test('joins lines wrapped at a fixed width into paragraphs', () => {
  const wrapped = [
    'The keeper of the lighthouse had three clocks, and no two of them agreed on',
    'the hour. He said that he did not mind: the sea kept a time of its own, and',
    'a clock was only there to be wound.',
    'His daughter thought otherwise. She carried a notebook in which she had put',
    'down every difference since her ninth birthday, with the weather and a self-',
    'made sign for fog.',
  ].join('\n')
  expect(paragraphsOfText(wrapped)).toEqual([
    'The keeper of the lighthouse had three clocks, and no two of them agreed on the hour. He said that he did not mind: the sea kept a time of its own, and a clock was only there to be wound.',
    'His daughter thought otherwise. She carried a notebook in which she had put down every difference since her ninth birthday, with the weather and a self-made sign for fog.',
  ])
})

test('keeps DOIs and addresses whole that a line ends within', () => {
  const wrapped = [
    'The keeper of the lighthouse had three clocks, as it says in 10.1371/journal-',
    'pone.012, and no two of them agreed on the hour, see https://doi.org/10.1007/978-0-387-',
    '72067-8. He said that he did not mind: the sea has its own, doi:10.1016/j.jts.',
    '2020.05.025, and that there was more to read at https://example.org/clocks-and-',
    'lamps, if anybody cared to climb the stairs and read it to the gulls outside.',
  ]
  expect(paragraphsOfText(wrapped.join('\n'))).toEqual([
    'The keeper of the lighthouse had three clocks, as it says in 10.1371/journal-pone.012, and no two of them agreed on the hour, see https://doi.org/10.1007/978-0-387-72067-8. He said that he did not mind: the sea has its own, doi:10.1016/j.jts.2020.05.025, and that there was more to read at https://example.org/clocks-and-lamps, if anybody cared to climb the stairs and read it to the gulls outside.',
  ])
})

test('keeps list items separate', () => {
  expect(paragraphsOfText('Bring these:\n- a coat\n- a lamp\n\nGo.')).toEqual([
    'Bring these:',
    '- a coat',
    '- a lamp',
    'Go.',
  ])
})

test('reads a line of a million characters', () => {
  expect(paragraphsOfText('word '.repeat(200_000))[0]).toHaveLength(999_999)
})

test.each(['a', 'ـ', '-', 'a-', ' ', '\n', '\r', '\f'])(
  'finishes with a million characters of nothing but %j',
  (sign) => {
    const paragraphs = paragraphsOfText(sign.repeat(1_000_000 / sign.length))
    expect(paragraphs).toHaveLength(sign.trim() === '' ? 0 : 1)
  },
)
