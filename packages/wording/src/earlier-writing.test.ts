import type { EarlierDocument } from '@penmark/contract'
import { expect, test } from 'vitest'
import { historyPlots } from './earlier-writing.ts'
import { createFormatters } from './formatters.ts'

const format = createFormatters('en-GB', { words: { over: (share) => share, under: (share) => share } })
const text = (document_id: string, change: Partial<EarlierDocument> = {}): EarlierDocument => ({
  document_id,
  created_at: '2026-09-14T10:00:00.000Z',
  filename: `${document_id}.txt`,
  score: 0.1,
  written_in_class: true,
  sentence_words: 15,
  word_letters: 4.2,
  ...change,
})

test('the range is that of the texts written in class, without the text of the report, and needs three of them', () => {
  const known = [text('a', { score: 0.05 }), text('b'), text('c', { score: 0.2 })]
  const here = text('d', { score: 0.9 })
  const [score] = historyPlots([...known, here], 'd', format)
  expect(score?.range).toEqual({ low: 0.05, high: 0.2 })
  expect(score?.points.map(({ kind }) => kind)).toEqual(['known', 'known', 'known', 'here'])
  expect(historyPlots([...known.slice(1), here], 'd', format)[0]?.range).toBeNull()
})

test('every point lies between the ends of its axis, also for unusual texts', () => {
  const odd = [
    text('a', { sentence_words: 212, word_letters: 1.4 }),
    text('b', { sentence_words: 0, word_letters: 17 }),
  ]
  for (const { points, ticks } of historyPlots(odd, null, format)) {
    const [low, high] = [ticks[0]?.value ?? 0, ticks.at(-1)?.value ?? 0]
    for (const { value } of points) expect(value >= low && value <= high).toBe(true)
  }
})

test('there is nothing to plot without a text', () => {
  expect(historyPlots([], null, format)).toEqual([])
})
