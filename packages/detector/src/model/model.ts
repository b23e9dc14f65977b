import type { GramIndex } from './gram-index.ts'
import type { Kind, KindHead } from './kind.ts'
import type { Lexicon } from './lexicon.ts'
import type { PlaceModel } from './places.ts'
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
  /** One weight per style measure and bin. */
  style: Float32Array
}

/** Cuts for one kind of writing. */
export interface KindCuts {
  kind: Kind
  knots: ScoreKnot[]
}

/** What share of texts is a machine's where the log-odds lie so far above the cut, human and machine texts weighing the same. */
export interface ProbabilityBand {
  /** Words, both ends included. */
  from: number
  to: number | null
  /** Measured texts. */
  n: number
  /** Rising: log-odds above the cut. Between them the share is interpolated. */
  above: number[]
  share: number[]
}

/** In how many of the texts learned from an n-gram of words occurs, by rank; zero where it was not counted. */
export interface PhraseTexts {
  human: Uint16Array
  machine: Uint16Array
  /** All texts that were counted. */
  texts: { human: number; machine: number }
}

export interface Model {
  name: string
  version: string
  minimumWords: number
  grams: GramIndex
  /** Whether skeletons are among the n-grams. */
  skeletons: boolean
  common: WordSet
  /** Mends slips of spelling where a text is full of them. */
  lexicon: Lexicon
  /** Rising, `bins - 1` per style measure. */
  styleEdges: Float32Array
  bag: Bag
  /** Cuts for texts whose kind is in doubt: nowhere lower than those of any kind. */
  knots: ScoreKnot[]
  /** Cuts of the kinds that were measured by themselves. */
  kindCuts: KindCuts[]
  /** Tells kinds of writing apart; null in a model that knows one kind alone. */
  kinds: KindHead | null
  documents: CalibrationBand[]
  windows: CalibrationBand[]
  places: PlaceModel
  probabilities: ProbabilityBand[]
  /** A text of which the model knows a smaller share of the pairs of words is unlike everything it learned from. */
  leastKnown: number
  phrases: PhraseTexts | null
  /** One per style measure. */
  styleBands: StyleBand[]
}
