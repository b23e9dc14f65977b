import type { GramIndex } from './gram-index.ts'
import type { WordSet } from './word-set.ts'

/** Log-odds at which human texts of a length reach the score 0.5 and, more rarely, 0.7. */
export interface ScoreKnot {
  words: number
  half: number
  strict: number
}

/** A length band with a histogram of human calibration scores: `counts[k]` texts scored k/1000. */
export interface CalibrationBand {
  from: number
  to: number | null
  n: number
  /** `atLeast[k]` texts scored k/1000 or more. */
  atLeast: Uint32Array
  /** Share at or above 0.5 on texts that did not choose the cut; null when not measured. */
  falsePositiveRate: number | null
}

/** Where nine of ten student texts of at least 150 words lie in a measure of style, and the middle one. */
export interface StyleBand {
  low: number
  middle: number
  high: number
  n: number
}

/** The linear model: the mean of models that were each trained without a family of sources. */
export interface Bag {
  bias: number
  /** One weight per n-gram, times `scale`. */
  weights: Int8Array
  scale: number
  /** `styleSize × styleBins` weights. */
  style: Float32Array
}

export interface Model {
  name: string
  version: string
  minimumWords: number
  grams: GramIndex
  common: WordSet
  styleEdges: Float32Array
  bag: Bag
  knots: ScoreKnot[]
  documents: CalibrationBand[]
  windows: CalibrationBand[]
  /** One per style measure. */
  styleBands: StyleBand[]
}
