import type { Attribution, CalibratedProbability, PhraseCounts, TextType } from './detection.ts'
import type { Model } from './model/model.ts'
import type { Prepared } from './model/predict.ts'

/** A scored text, as input of a model's insights. */
export interface JudgedText {
  text: Prepared
  /** Words that were scored. */
  words: number
  logOdds: number
  /** Minus the decimal logarithm of the share of student texts that stand out as much. */
  rarity: number
  /** 0…1, rounded to 3 decimals. */
  score: number
}

/**
 * What a model may contain besides weights and calibration. Parts that were not measured are absent, and the product says nothing about
 * them. A part may also return null for a single text.
 */
export interface Insights {
  attribution?(judged: JudgedText): Attribution | null
  textType?(judged: JudgedText): TextType | null
  probability?(judged: JudgedText): CalibratedProbability | null
  /** Whether the writing is so unlike all training texts that its score cannot be trusted in either direction. */
  isUnfamiliar?(judged: JudgedText): boolean
  phrases?: {
    /** Texts that were counted. */
    texts: PhraseCounts
    /** How many of these contain the n-gram of a rank; null where it was not counted. */
    counts(rank: number): PhraseCounts | null
  }
}

/** A loaded model with its insights. */
export type InsightfulModel = Model & { insights?: Insights }

/** A vendor is only named by models with at least this precision. */
export const attributionGate = 0.8
