import { describe, expect, test } from 'vitest'
import type { Item } from '../../corpora/collection.ts'
import { degreeOf, originalsOf, shareChanged } from './degree-of-editing.ts'

describe('how much of a text was edited', () => {
  const original = 'The old harbour was quiet that morning and the boats lay still.'

  test('is zero if only case, punctuation or spaces differ', () => {
    expect(shareChanged(original, original.toUpperCase().replace('.', ' !'))).toBe(0)
  })

  test('is the share of words replaced, or 1 if none are left', () => {
    expect(
      shareChanged(
        original,
        original.replace('quiet', 'silent').replace('still', 'calm').replace('old', 'ancient'),
      ),
    ).toBeCloseTo(3 / 12)
    expect(shareChanged(original, 'Nothing here stayed.')).toBe(1)
  })

  test('counts added and removed words relative to the longer text', () => {
    expect(shareChanged('one two three four', 'one two')).toBe(0.5)
    expect(shareChanged('one two', 'one two three four')).toBe(0.5)
  })

  test('is grouped into degrees', () => {
    expect([0, 0.09, 0.1, 0.3, 1].map(degreeOf)).toEqual([
      '0–10 % of the words changed',
      '0–10 % of the words changed',
      '10–25 % of the words changed',
      '25–50 % of the words changed',
      '50 % or more of the words changed',
    ])
  })

  test('is measured against the original of the same source and prompt, human or machine', () => {
    const item = (source: string, label: Item['label'], text: string): Item =>
      ({ source: { name: source }, label, text, prompt_id: 'p1' }) as unknown as Item
    const originalOf = originalsOf([
      item('hppt', 'human', 'by a person'),
      item('hppt', 'ai', 'other'),
      item('lamp_edits', 'ai', 'by a machine'),
    ])
    expect(originalOf(item('hppt', 'mixed', 'x'))?.text).toBe('by a person')
    expect(originalOf(item('lamp_edits', 'mixed', 'x'))?.text).toBe('by a machine')
    expect(originalOf(item('imbd', 'mixed', 'x'))).toBeUndefined()
  })
})
