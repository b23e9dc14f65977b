import { GramIndex, gramHashes, styleBins, styleSize, tokenFacts, WordSet } from '@penmark/detector/lab'
import { describe, expect, test } from 'vitest'
import { randomStream } from '../../sampling.ts'
import { StoreBuilder } from '../dataset/dataset.ts'
import { meanOf, quantise, type TrainingSet, trainWordModel } from './train-word-model.ts'

const random = randomStream(3)
const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] as string
const shared = 'the of and to in it was for on with as by at from'.split(' ')
const human = 'gonna stuff kinda mum anyway'.split(' ')
const machine = 'crucial foster tapestry moreover delve'.split(' ')
const isMachine = (i: number): boolean => i % 2 === 0

const texts = Array.from({ length: 200 }, (_, i) => {
  const facts = tokenFacts(
    Array.from({ length: 80 }, () => (random() < 0.1 ? pick(isMachine(i) ? machine : human) : pick(shared))),
  )
  return { facts, grams: gramHashes(facts) }
})
const hashes = Uint32Array.from(
  new Set(texts.flatMap(({ grams }) => [...grams].filter((hash) => hash >= 0))),
).sort()
const index = new GramIndex(hashes)
const builder = new StoreBuilder()
for (const text of texts) {
  index.rank(text.grams)
  builder.add(text, text)
}
const store = builder.finish()
const trainingSet: TrainingSet = {
  texts: Int32Array.from(texts, (_, i) => i),
  positive: Uint8Array.from(texts, (_, i) => (isMachine(i) ? 1 : 0)),
  weights: new Float64Array(texts.length).fill(1),
}

const options = { seed: 1, epochs: 4, cropShare: 0.5, cropFrom: 30, cropTo: 60, rate: 0.3, noiseShare: 0 }
const run = (seed: number) =>
  trainWordModel(
    store,
    trainingSet,
    hashes.length,
    new WordSet(),
    new Float32Array(styleSize * (styleBins - 1)),
    { ...options, seed },
    () => undefined,
  )
const rankOf = (word: string): number => index.find(gramHashes(tokenFacts([word]))[0] as number)

describe('training', () => {
  test('gives words of machine texts weight towards AI, and words of human texts weight towards human', () => {
    const { grams } = run(1)
    for (const word of machine) expect(grams[rankOf(word)]).toBeGreaterThan(0)
    for (const word of human) expect(grams[rankOf(word)]).toBeLessThan(0)
  })

  test('gives the same weights for the same seed, and others for another', () => {
    expect(run(7)).toEqual(run(7))
    expect(run(7)).not.toEqual(run(8))
  })

  test('loses at most half a step when averaged weights are rounded', () => {
    const one = run(1)
    const { scale, weights } = meanOf([quantise(one), quantise(one)])
    const rank = rankOf('moreover')
    expect(Math.abs((weights[rank] as number) * scale - (one.grams[rank] as number))).toBeLessThan(
      scale * 1.01,
    )
  })
})
