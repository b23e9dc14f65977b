import { expect, test } from 'vitest'
import type { Item } from '../corpora/collection.ts'
import { sources } from '../corpora/sources.ts'
import { halfPlaces } from '../corpora/splices.ts'
import { makeHalves } from './halves.ts'

const item = (name: string, label: 'human' | 'ai', word: string): Item => ({
  text: Array.from({ length: 60 }, (_, i) => `The ${word} went to the ${word} of number ${i} again.`).join(
    ' ',
  ),
  label,
  source: sources.find((source) => source.name === name) as Item['source'],
  cluster: 0,
  fold: 0,
  use: 'test',
})
const people = [item('ellipse', 'human', 'uncle')]
const machines = [item('argugpt', 'ai', 'tapestry')]

test.each(halfPlaces)(
  'an essay of halves has three whole paragraphs of each, the machine’s at %s',
  (place) => {
    const [essay] = makeHalves(people, machines, { place, count: 5, seed: 1 })
    const paragraphs = essay?.text.trim().split('\n\n') ?? []
    const order = paragraphs.map((paragraph) => (paragraph.includes('tapestry') ? 'A' : 'h')).join('')
    expect(order).toBe(
      { beginning: 'AAAhhh', middle: 'hhAAAh', end: 'hhhAAA', 'every second paragraph': 'hAhAhA' }[place],
    )
    const machine = essay?.isMachine.reduce((sum, one) => sum + one, 0) ?? 0
    expect(machine / (essay?.text.length ?? 1)).toBeCloseTo(0.5, 1)
  },
)

test('no essay is made of a text that is too short', () => {
  const short = { ...(machines[0] as Item), text: 'A short one. And another.' }
  expect(makeHalves(people, [short], { place: 'end', count: 5, seed: 1 })).toEqual([])
})
