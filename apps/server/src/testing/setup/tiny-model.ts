import { writeFileSync } from 'node:fs'
import {
  type EncoderModel,
  Lexicon,
  segmentationFeatureCount,
  styleBins,
  styleSize,
  WordSet,
  writeModel,
} from '@penmark/detector/lab'

const band = {
  from: 1,
  to: null,
  n: 1_000,
  atLeast: new Uint32Array(1_001).map((_, k) => 1_000 - k),
  falsePositiveRate: 0.01,
  falsePositiveN: 1_000,
}

const distribution = { from: 1, to: null, n: 1_000, statistic: [-2, 0, 1], rarity: [0, 2, 3], tail: 1 }

/** Writes a model that knows almost nothing but is enough to run the whole pipeline, for tests only. */
export function writeTinyModel(file: string, encoder: EncoderModel | null = null): void {
  const bytes = writeModel({
    name: 'tiny',
    version: '0.0.1',
    minimumWords: 50,
    hashes: Uint32Array.from([1, 2, 3]),
    gramBits: 24,
    skeletons: true,
    common: new WordSet(),
    lexicon: new Lexicon(new Uint32Array(), new Uint16Array()),
    styleEdges: new Float32Array(styleSize * (styleBins - 1)).map((_, i) => (i % (styleBins - 1)) + 1),
    bag: {
      bias: 0,
      weights: Int8Array.from([1, 2, 3]),
      scale: 0.01,
      style: new Float32Array(styleSize * styleBins),
    },
    encoder,
    styleBands: Array.from({ length: styleSize }, () => ({ low: 0, middle: 0.5, high: 1, n: 100 })),
    stretches: [150, 300],
    scales: [{ words: 100, middle: 0, unit: 1 }],
    nulls: [distribution],
    windowNulls: [distribution],
    offsets: [],
    retellings: null,
    machines: [{ from: 1, to: null, counts: Array.from({ length: 20 }, () => 5) }],
    kinds: null,
    creative: null,
    segmentation: {
      weights: Array.from({ length: segmentationFeatureCount }, () => 0),
      bias: 0,
      stay: 0.9,
      light: 0,
      strong: 1,
    },
    probabilities: [],
    leastKnown: 0,
    phrases: null,
    documents: [band],
    windows: [band],
  })
  writeFileSync(file, bytes)
}
