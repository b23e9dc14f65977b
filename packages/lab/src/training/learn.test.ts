import { writeModel } from '@penmark/detector/lab'
import { describe, expect, test } from 'vitest'
import type { Collection, Item } from '../corpora/collection.ts'
import { sources } from '../corpora/sources.ts'
import { randomStream } from '../sampling.ts'
import { learn } from './train.ts'
import { meanOf } from './word-models/train-word-model.ts'

const random = randomStream(5)
const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] as string
const words =
  'the school and students often say that their teacher was kind because every lesson gave them time to think and play'.split(
    ' ',
  )
const people = 'gonna stuff kinda mum anyway'.split(' ')
const machines = 'crucial foster tapestry moreover delve'.split(' ')

const taught = sources
  .filter(({ use, licenceClass }) => use === 'train' && licenceClass === 'open')
  .slice(0, 12)
const items = taught.flatMap((source, s) =>
  Array.from({ length: 12 }, (_, i): Item => {
    const label = i % 2 === 0 ? 'ai' : 'human'
    const text = Array.from({ length: 90 }, (__, k) => {
      const word = random() < 0.15 ? pick(label === 'ai' ? machines : people) : pick(words)
      return k % 11 === 10 ? `${word}.` : word
    }).join(' ')
    return {
      text,
      label,
      source,
      cluster: 100 * s + i,
      fold: i === 11 ? 0 : 5,
      use: i === 10 ? 'dropped' : 'train',
    }
  }),
)
const collection: Collection = { items, hashes: {}, overlapping: {} }

async function modelOf(seed: number): Promise<Uint8Array> {
  const { withoutFamily, hashes, phrases, counts } = await learn(collection, {
    folder: '',
    name: 'open',
    seed,
  })
  expect(Object.values(counts).reduce((sum, { human, ai }) => sum + human + ai, 0)).toBe(12 * 10)
  const [first] = withoutFamily
  if (first === undefined) throw new Error('nothing was learned')
  return writeModel({
    ...first,
    bag: meanOf(withoutFamily.map(({ bag }) => bag)),
    hashes,
    gramBits: first.grams.bits,
    phrases: { ...phrases, texts: { human: 60, machine: 60 } },
  })
}

/** Fifteen threads start, two at a time, which takes long on a busy machine. */
const patience = 240_000

describe('learning in two threads', () => {
  test(
    'gives the same bytes for the same texts and seed, and others for another seed',
    async () => {
      const first = await modelOf(1)
      expect(Buffer.from(await modelOf(1)).equals(first)).toBe(true)
      expect(Buffer.from(await modelOf(2)).equals(first)).toBe(false)
    },
    patience,
  )
})
