import { describe, expect, test } from 'vitest'
import type { Item } from './collection.ts'
import { sources } from './sources.ts'
import { makeSplices, sentencesOf, splice, spliceShapes } from './splices.ts'

const prose = (word: string, sentences: number): string =>
  Array.from({ length: sentences }, (_, i) => `The ${word} went to the ${word} of number ${i} again.`).join(
    ' ',
  )
const human = prose('uncle', 80)
const machine = prose('tapestry', 60)
const wordsOf = (text: string): number => text.trim().split(/\s+/).length

describe('a spliced text', () => {
  test.each(spliceShapes)('%s contains whole sentences of both, with as many words as requested', (shape) => {
    const made = splice(human, machine, shape, 150, 600)
    if (made === null) throw new Error('nothing was made')
    const of = (ai: boolean): string =>
      made.parts
        .filter((part) => part.ai === ai)
        .map(({ text }) => text)
        .join('')
    expect(wordsOf(of(true))).toBeGreaterThanOrEqual(150)
    expect(wordsOf(of(true))).toBeLessThan(165)
    expect(wordsOf(of(false))).toBeGreaterThanOrEqual(440)
    expect(of(true)).toBe(
      sentencesOf(machine)
        .slice(0, sentencesOf(of(true)).length)
        .join(''),
    )
    expect(of(false)).toBe(
      sentencesOf(human)
        .slice(0, sentencesOf(of(false)).length)
        .join(''),
    )
  })

  test('has its machine parts where its shape says', () => {
    const order = (shape: (typeof spliceShapes)[number]): string | undefined =>
      splice(human, machine, shape, 150, 600)
        ?.parts.map(({ ai }) => (ai ? 'A' : 'h'))
        .join('')
    expect(spliceShapes.map(order)).toEqual(['Ah', 'hAh', 'hA', 'hAhAh', 'AhAhA'])
  })

  test('is not made from texts that are too short', () => {
    expect(splice(prose('uncle', 10), machine, 'end', 150, 600)).toBeNull()
    expect(splice(human, prose('tapestry', 5), 'end', 150, 600)).toBeNull()
  })
})

describe('a set of spliced texts', () => {
  const source = (name: string): Item['source'] => {
    const found = sources.find((one) => one.name === name)
    if (found === undefined) throw new Error(`${name} is gone`)
    return found
  }
  const item = (name: string, label: 'human' | 'ai', text: string, cluster: number): Item => ({
    text,
    label,
    source: source(name),
    cluster,
    fold: 0,
    use: 'train',
  })
  const items = Array.from({ length: 30 }, (_, i) => [
    item('persuade1_fp2021', 'human', prose(`uncle${i}`, 90), i),
    item('daigt-scraps', 'ai', prose(`tapestry${i}`, 80), 100 + i),
    item('daigt-scraps', 'human', prose(`undated${i}`, 90), 200 + i),
    item('gede', 'ai', prose(`elsewhere${i}`, 80), 300 + i),
  ]).flat()

  test('mixes dated human texts with machine texts of one family, labels each character, and is reproducible', () => {
    const made = makeSplices(items, 0, 20, 3)
    expect(made.length).toBe(20)
    for (const { shape, text, isMachine } of made) {
      expect(text).not.toMatch(/undated|elsewhere/)
      for (const match of text.matchAll(/tapestry\d+/g)) expect(isMachine[match.index]).toBe(1)
      for (const match of text.matchAll(/uncle\d+/g)) expect(isMachine[match.index]).toBe(0)
      expect(text.includes('uncle')).toBe(shape !== 'wholly machine-made')
    }
    expect(makeSplices(items, 0, 20, 3).map(({ text }) => text)).toEqual(made.map(({ text }) => text))
  })
})
