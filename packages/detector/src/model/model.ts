import type { GramIndex } from './gram-index.ts'
import type { Kind, KindHead } from './kind.ts'
import type { Lexicon } from './lexicon.ts'
import type { PlaceModel } from './places.ts'
import type { WordSet } from './word-set.ts'

/** Puts log-odds of stretches of a length on the scale that all lengths share: `middle` above zero, in `unit`s. */
export interface LengthScale {
  words: number
  middle: number
  unit: number
}

/**
 * How high the scan statistic of student texts of a length lies, by models that had seen nothing of their family. `rarity[i]` is minus the decimal
 * logarithm of the share that reaches `statistic[i]`; both rise. Beyond the last point rarity grows by `tail` a unit.
 */
export interface NullBand {
  /** Words, both ends included. */
  from: number
  to: number | null
  /** Texts that it was measured on. */
  n: number
  statistic: number[]
  rarity: number[]
  tail: number
}

/** A kind of writing whose statistic is lowered before it is judged: people write so formally there that they resemble machines. */
export interface KindOffset {
  kind: Kind
  by: number
}

/** How many machine texts of a length score how high, in twenty equal bins; of left-out sources. */
export interface MachineBand {
  from: number
  to: number | null
  counts: number[]
}

/** A length band with a histogram of human calibration scores: `counts[k]` texts scored k/1000. */
export interface CalibrationBand {
  from: number
  to: number | null
  n: number
  /** `atLeast[k]` texts scored k/1000 or more. */
  atLeast: Uint32Array
  /** Share at or above 0.5 on texts that did not choose the threshold; null when not measured. */
  falsePositiveRate: number | null
  /** Texts that this share rests on. */
  falsePositiveN: number
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

/** What share of texts is a machine's where they are so rare among student texts, human and machine texts weighing the same. */
export interface ProbabilityBand {
  /** Words, both ends included. */
  from: number
  to: number | null
  /** Measured texts. */
  n: number
  /** Rising rarities. Between them the share is interpolated. */
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
  scales: LengthScale[]
  /** For whole texts by their length, and for the windows around a sentence by theirs. */
  nulls: NullBand[]
  windowNulls: NullBand[]
  offsets: KindOffset[]
  machines: MachineBand[]
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
