import { describe, expect, test } from 'vitest'
import { clusterTexts, shingles } from './collection.ts'

const one = Array.from({ length: 300 }, (_, i) => `word${(i * i) % 997}`).join(' ')
const other = Array.from({ length: 300 }, (_, i) => `term${(i * 7 + i * i) % 991}`).join(' ')

describe('near-duplicates', () => {
  test('share a cluster if one text is an excerpt of the other', () => {
    const clusters = clusterTexts([one, other, one.slice(0, one.length / 2)].map(shingles))
    expect(clusters[0]).toBe(clusters[2])
    expect(clusters[0]).not.toBe(clusters[1])
  })

  test('do not include texts that share only a short quotation', () => {
    const clusters = clusterTexts([one, `${other} ${one.slice(0, 60)}`].map(shingles))
    expect(clusters[0]).not.toBe(clusters[1])
  })
})
