import type { EncoderModel } from '../encoder/encoder.ts'
import type { GramIndex, WordSet } from './hash-sets.ts'
import type { Kind, KindHead } from './kind.ts'
import type { Lexicon } from './lexicon.ts'

/**
 * Puts log-odds of stretches of one length on the scale common to all lengths: `middle` above zero, in
 * `unit`s.
 */
export interface LengthScale {
  words: number
  middle: number
  unit: number
}

/**
 * The distribution of the scan statistic over student texts of a length, from models that had seen nothing of
 * their family. `rarity[i]` is minus the decimal logarithm of the share that reaches `statistic[i]`; both
 * ascend. Beyond the last point rarity grows by `tail` per unit.
 */
export interface NullBand {
  /** Words, both ends included. */
  from: number
  to: number | null
  /** Number of texts behind it. */
  n: number
  statistic: number[]
  rarity: number[]
  tail: number
}

/**
 * A kind of writing whose statistic is lowered before scoring, because people write so formally there that
 * they resemble machines.
 */
export interface KindOffset {
  kind: Kind
  by: number
}

/**
 * By how much the statistic of a short retelling of what others did, such as the summary of a case or a
 * meeting, is lowered before scoring: the reader of words in their context takes those of people for machines'.
 */
export interface RetellingOffset {
  /** A text of at most so many words is short. */
  words: number
  /** It has at least this share of verbs in the past tense. */
  past_tense: number
  /** It has at most this share of pronouns of the first and second person. */
  pronouns: number
  by: number
}

/** How many machine texts of a length have which score, in twenty equal bins; of left-out sources. */
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
  /**
   * Share with a score of 0.5 or more, on texts that were not used to choose the threshold; null when not
   * measured.
   */
  falsePositiveRate: number | null
  /** Number of texts behind this share. */
  falsePositiveN: number
}

/** The range of nine in ten student texts of at least 150 words in a measure of style, and their median. */
export interface StyleBand {
  low: number
  middle: number
  high: number
  n: number
}

/** The linear model: the mean of models that were each trained without one family of sources. */
export interface Bag {
  bias: number
  /** One weight per n-gram, times `scale`. */
  weights: Int8Array
  scale: number
  /** One weight per style measure and bin. */
  style: Float32Array
}

/**
 * Recognises creative prose (stories, descriptions, personal stories) by words and grammar: a linear model
 * over some of the n-grams of the model that it belongs to, and over the same measures of style.
 */
export interface CreativeReader {
  /** Ranks of its n-grams in the model, ascending, with one weight each. */
  ranks: Uint32Array
  bag: Bag
  /** Log-odds from which a whole text is creative prose: low, because a story must not be judged as an essay. */
  from: number
  /** … and from which a stretch is: higher, because essays hold sentences that could stand in a story. */
  stretchFrom: number
}

/**
 * Combines the windows around a sentence and the whole text into a statement about the sentence, in a text by
 * two authors. Fitted on spliced texts. Only used for texts that have a finding.
 */
export interface SegmentationModel {
  /** One weight per feature, in the order of `segmentationFeatures`, and a constant. */
  weights: number[]
  bias: number
  /** Probability that a sentence has the same author as the one before it. */
  stay: number
  /** Log-odds from which a sentence of a text with a finding belongs to a passage, and to a strong one. */
  light: number
  strong: number
}

/**
 * The share of machine texts at a rarity among student texts, with human and machine texts weighted equally.
 */
export interface ProbabilityBand {
  /** Words, both ends included. */
  from: number
  to: number | null
  /** Number of measured texts. */
  n: number
  /** Ascending rarities. Between them the share is interpolated. */
  above: number[]
  share: number[]
}

/** How many training texts contain an n-gram of words, by rank; zero where it was not counted. */
export interface PhraseTexts {
  human: Uint16Array
  machine: Uint16Array
  /** Number of counted texts. */
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
  /** Corrects spelling where a text is full of mistakes. */
  lexicon: Lexicon
  /** Ascending, `bins - 1` per style measure. */
  styleEdges: Float32Array
  bag: Bag
  /** The second reader, which judges words in their context; null in a model of words alone. */
  encoder: EncoderModel | null
  /** Lengths in words of the stretches that are scored besides the whole text. */
  stretches: readonly number[]
  scales: LengthScale[]
  /** For whole texts by length, and for the windows around a sentence by theirs. */
  nulls: NullBand[]
  windowNulls: NullBand[]
  offsets: KindOffset[]
  /** Null in a model that judges short retellings as other texts. */
  retellings: RetellingOffset | null
  machines: MachineBand[]
  /** Distinguishes kinds of writing; null in a model that knows only one. */
  kinds: KindHead | null
  /** Recognises stories and descriptions, whose score says nothing; null in a model that scores them. */
  creative: CreativeReader | null
  documents: CalibrationBand[]
  windows: CalibrationBand[]
  segmentation: SegmentationModel
  probabilities: ProbabilityBand[]
  /** A text with a smaller share of known word pairs is unlike all training texts. */
  leastKnown: number
  phrases: PhraseTexts | null
  /** One per style measure. */
  styleBands: StyleBand[]
}
