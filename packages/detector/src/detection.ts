import type { StyleMeasure } from './features/style.ts'

/** Labels and findings of a detection; the same words as on the wire, repeated here because the detector imports nobody. */
export type Label = 'ai-generated' | 'human-written' | 'insufficient-text'
export type Finding = 'ai-likely' | 'mixed' | 'inconclusive' | 'no-evidence' | 'insufficient-text'

/** Closed codes that say why a finding is what it is. */
export const reasons = [
  'too-few-words',
  'short-text',
  'above-strict-threshold',
  'above-threshold',
  'between-thresholds',
  'below-threshold',
  'unusual-but-below-threshold',
  'marked-passages',
] as const
export type Reason = (typeof reasons)[number]

/** A piece of the given text: UTF-16 offsets, end exclusive. `text` is exactly `given.slice(start, end)`. */
export interface Piece {
  text: string
  start: number
  end: number
}

/** A word or phrase of the text, and what it adds to the log-odds of the document where it stands. */
export interface Phrase {
  text: string
  weight: number
}

/** Why a sentence counts as it does. All n-grams that begin in the sentence are in `weight`; the phrases are the strongest of them. */
export interface SentenceEvidence {
  /** Share of the document's log-odds; above zero speaks for a machine. */
  weight: number
  towardsMachine: Phrase[]
  towardsHuman: Phrase[]
}

/** A measure of style beside the band in which nine of ten student texts lie. No measure is evidence by itself. */
export interface StyleReading {
  measure: StyleMeasure
  value: number
  weight: number
  reference: { low: number; middle: number; high: number; n: number } | null
}

/** The score taken apart: `base`, the weights of the style measures and those of all sentences add up to `logOdds`. */
export interface DocumentEvidence {
  logOdds: number
  /** Log-odds at which a text of this length reaches the score 0.5. */
  cut: number
  base: number
  style: StyleReading[]
}

/** Something a teacher can see in the text. It never enters the score. */
export interface TextFact {
  kind: 'prompt-echo' | 'markdown-remains'
  count: number
  /** The first place found, cut to 80 characters. */
  value: string | null
}

/** A sentence. The sentences of a paragraph concatenate to the paragraph. */
export interface DetectedSentence extends Piece {
  /** Words counted in this sentence. */
  words: number
  /** 0…1 on the scale of the document score, from the window around the sentence; null where there is too little text. */
  probability: number | null
  label: Label
  /** True only inside a run of several sentences that passed its own false-positive test. */
  marked: boolean
  /** Null where the sentence is left out of the score, or the text has none. */
  evidence: SentenceEvidence | null
}

export interface DetectedParagraph extends Piece {
  /** Only prose is judged; headings and the list of references are shown and left out of the score. */
  kind: 'prose' | 'heading' | 'references'
  words: number
  probability: number | null
  label: Label
  sentences: DetectedSentence[]
}

/** Where a score stands among human calibration texts of the same length. */
export interface CalibrationPoint {
  /** (1 + exceeding) / (n + 1). */
  pValue: number
  n: number
  exceeding: number
  /** Words, both ends included; `to` is null in the last band. */
  band: { from: number; to: number | null }
  /** Share of human texts at or above a score of 0.5, realised on texts that did not choose the cut; null when not measured. */
  falsePositiveRate: number | null
}

/** Characters that were set aside before scoring: reported as facts, never part of the score. */
export interface RemovedCharacters {
  invisible: number
  lookAlike: number
}

export interface Detection {
  /** All words of the text, headings and references included. */
  words: number
  /** Words that were judged. */
  proseWords: number
  /** Fewer judged words than this give no score. */
  wordsNeeded: number
  /** 0…1 rounded to 3 decimals before any threshold; null when there is too little text. */
  score: number | null
  label: Label
  finding: Finding
  reasons: Reason[]
  /** Share of the words that lie in marked runs. */
  aiShare: number | null
  calibration: CalibrationPoint | null
  /** In order. Between paragraphs lie only line breaks and white space. */
  paragraphs: DetectedParagraph[]
  removed: RemovedCharacters
  facts: TextFact[]
  evidence: DocumentEvidence | null
}

/** The score alone, without pieces; the same figures as in the `Detection` of the text. */
export interface Scored {
  score: number | null
  label: Label
  pValue: number | null
  words: number
}

/** A loaded model, ready to judge texts. Holds no state between calls. */
export interface Detector {
  readonly name: string
  readonly version: string
  readonly minimumWords: number
  detect(text: string): Detection
  /** Several times faster than `detect`. */
  score(text: string): Scored
}
