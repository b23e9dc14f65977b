import { describe, expect, test } from 'vitest'
import {
  compareWriting,
  fewestKnown,
  fewestWords,
  mostKnown,
  profileOf,
  profileVersion,
  releasedComparison,
} from './compare-writing.ts'

/**
 * Texts in one manner: short plain sentences, or long ones with long words. Each starts elsewhere, so that no
 * two are equal.
 */
const manners = {
  plain: [
    'I went to the shop with my dad.',
    'It was cold and we did not stay.',
    "We don't like it when it rains!",
    'So I said that we should go home.',
    'He had a dog and the dog was big.',
  ],
  ornate: [
    'Furthermore, contemporary institutional arrangements demonstrate considerable heterogeneity; consequently, comprehensive understanding necessitates systematic investigation.',
    'Technological transformation fundamentally reconfigures established relationships, notwithstanding persistent structural constraints — particularly organisational ones.',
    'Interdisciplinary collaboration facilitates innovative methodological perspectives, thereby strengthening analytical frameworks (considerably).',
  ],
} as const
const text = (manner: keyof typeof manners, start: number, words = 400): string => {
  const sentences = manners[manner]
  const written: string[] = []
  for (let nth = start; written.join(' ').split(' ').length < words; nth++)
    written.push(sentences[nth % sentences.length] ?? '')
  return written.join(' ')
}
const known = (count: number) => Array.from({ length: count }, (_, nth) => profileOf(text('plain', nth)))

describe('a text compared with earlier texts of its student', () => {
  test('is in line with texts in the same style', () => {
    const comparison = compareWriting(known(4), profileOf(text('plain', 2, 600)))
    expect(comparison).toMatchObject({ outcome: 'no-difference', known: 4 })
    for (const { value, low, high } of comparison.measures)
      expect(value).toBeGreaterThanOrEqual(low - 0.5 * (high + 1))
  })

  test('differs from texts in a very different style, and says in which measures', () => {
    const comparison = compareWriting(known(4), profileOf(text('ornate', 0)))
    expect(comparison.outcome).toBe('differs')
    expect(comparison.distance).toBeGreaterThan(comparison.threshold)
    const measure = (name: string) => comparison.measures.find((one) => one.name === name)
    expect(measure('word-letters')?.value).toBeGreaterThan(measure('word-letters')?.high ?? 0)
    expect(measure('sentence-words')?.value).toBeGreaterThan(measure('sentence-words')?.high ?? 0)
  })

  test('is not compared with fewer than three long texts, even with many short ones', () => {
    const short = profileOf(text('plain', 0, fewestWords - 20))
    const profiles = [...known(fewestKnown - 1), short, short, short]
    expect(compareWriting(profiles, profileOf(text('ornate', 0)))).toMatchObject({
      outcome: 'too-few',
      known: 2,
      distance: null,
      measures: [],
    })
  })

  test('is not compared if it is too short, empty or has no words', () => {
    for (const given of [text('ornate', 0, 100), '', '!?…\n\n'])
      expect(compareWriting(known(3), profileOf(given))).toMatchObject({
        outcome: 'too-short',
        distance: null,
      })
  })

  test('is compared with the newest eight texts only', () => {
    const older = Array.from({ length: 20 }, () => profileOf(text('ornate', 0)))
    const given = profileOf(text('plain', 1))
    expect(compareWriting([...known(mostKnown), ...older], given)).toEqual(
      compareWriting(known(mostKnown), given),
    )
  })

  test('is also compared if all earlier texts are identical', () => {
    const same = Array.from({ length: 3 }, () => profileOf(text('plain', 0)))
    expect(compareWriting(same, profileOf(text('plain', 0)))).toMatchObject({ outcome: 'no-difference' })
  })
})

test('a profile contains only finite numbers, even for odd input', () => {
  for (const given of ['', ' ', '1 2 3', '???', 'word', '\u0000\ud800', '日本語です。'])
    for (const value of [...profileOf(given).style, ...profileOf(given).words_and_marks])
      expect(value).toSatisfy(Number.isFinite)
})

test('the released comparison called at most one in a hundred texts of held-out writers different', () => {
  const { n, differing, high } = releasedComparison.measured.same_writer
  expect(n).toBeGreaterThan(1_000)
  expect(differing / n).toBeLessThan(0.01)
  expect(high).toBeLessThan(0.01)
})

test('a text has the same profile until the version of profiles changes', () => {
  const { words, style } = profileOf(`${text('plain', 0)} ${text('ornate', 1)}`)
  expect({ version: profileVersion, words, style: style.map((value) => value.toFixed(6)) }).toEqual({
    version: 1,
    words: 794,
    style: [
      '9.682927',
      '0.231423',
      '7.381612',
      '0.482368',
      '0.085642',
      '0.052897',
      '0.040302',
      '0.012594',
      '0.012594',
      '0.352645',
    ],
  })
})
