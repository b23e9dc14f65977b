import type { Attribution, CalibratedProbability, PhraseCounts, TextType } from './detection.ts'
import type { Model } from './model/model.ts'
import type { Prepared } from './model/predict.ts'

/** A judged text as the insights of a model see it. */
export interface JudgedText {
  text: Prepared
  /** Words that were judged. */
  words: number
  logOdds: number
  /** Minus the decimal logarithm of the share of student texts that stand out as much. */
  rarity: number
  /** 0…1, rounded to 3 decimals. */
  score: number
}

/**
 * What a model may hold beside weights and calibration. Each is left out where it was not measured; then the product says nothing
 * about it. A member may also decline a single text with null.
 */
export interface Insights {
  attribution?(judged: JudgedText): Attribution | null
  textType?(judged: JudgedText): TextType | null
  probability?(judged: JudgedText): CalibratedProbability | null
  /** Whether the writing is so unlike all training texts that its score cannot be trusted either way. */
  isUnfamiliar?(judged: JudgedText): boolean
  phrases?: {
    /** Texts that were counted. */
    texts: PhraseCounts
    /** Of these, how many hold the n-gram of a rank; null where it was not counted. */
    counts(rank: number): PhraseCounts | null
  }
}

/** A loaded model with what it may hold beyond the score. */
export type InsightfulModel = Model & { insights?: Insights }

/** A vendor is named only by models that were right at least this often when they named one. */
export const attributionGate = 0.8
