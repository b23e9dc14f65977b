import type { StyleMeasure } from './features/style.ts'
import type { HumanBand } from './model/calibrate.ts'
import type { Disguise } from './text/disguise.ts'

/**
 * Labels and findings of a detection, the same as in the API. They are repeated here because the detector
 * imports no other package.
 */
export type Label = 'ai-generated' | 'human-written' | 'insufficient-text'
/** How strongly a passage reads like AI writing. */
export type PassageLevel = 'strong' | 'light' | 'none'
export type Finding =
  | 'ai-likely'
  | 'mixed'
  | 'inconclusive'
  | 'no-evidence'
  | 'insufficient-text'
  | 'unsupported-language'
  | 'creative-writing'

/** The closed set of codes that explain a finding. */
export const reasons = [
  'too-few-words',
  'not-english',
  'creative-writing',
  'creative-passage',
  'short-text',
  'above-strict-threshold',
  'above-threshold',
  'between-thresholds',
  'below-threshold',
  'unusual-but-below-threshold',
  'marked-passages',
  'unfamiliar-writing',
] as const
export type Reason = (typeof reasons)[number]

/** Vendors of the models that wrote the machine texts, as far as a model distinguishes them. */
export const vendors = ['openai', 'google', 'anthropic'] as const
export type Vendor = (typeof vendors)[number]

/** Kinds of writing that a model distinguishes, so that a text is compared with texts of its kind. */
export const textTypes = [
  'school-essay',
  'learner',
  'academic',
  'personal-writing',
  'narrative',
  'other',
] as const
export type TextType = (typeof textTypes)[number]

/**
 * The vendor whose machine texts a text resembles. Weak evidence, so it comes with the measured precision of
 * such statements.
 */
export interface Attribution {
  vendor: Vendor
  /** Share of such statements that were right on sources new to the model, 0…1. */
  precision: number
  /** Number of statements behind the share. */
  n: number
}

/** The score read as a probability. It holds only for a mix of texts like the measured one. */
export interface CalibratedProbability {
  /** Share of machine texts among the measured texts that scored like this one, 0…1. */
  value: number
  /** Share of machine texts among all measured texts, 0…1. */
  machineShare: number
  /** Number of measured texts. */
  n: number
}

/** How many training texts contain a phrase. */
export interface PhraseCounts {
  machine: number
  human: number
}

/**
 * A piece of the original text: UTF-16 offsets, end exclusive. `text` is exactly
 * `original.slice(start, end)`.
 */
export interface Piece {
  text: string
  start: number
  end: number
}

/** A word or phrase of the text, and what it adds to the document's log-odds there. */
export interface Phrase {
  text: string
  weight: number
  /** Null if the model has no counts. */
  counts: PhraseCounts | null
}

/**
 * Why a sentence counts as it does. `weight` includes all n-grams that begin in the sentence; the phrases are
 * the strongest of them.
 */
export interface SentenceEvidence {
  /** Its share of the document's log-odds; above zero points to a machine. The sum of the two sides. */
  weight: number
  /** All evidence in the sentence for a machine, in log-odds, never below zero. */
  machineWeight: number
  /** All evidence for a person, never above zero. */
  humanWeight: number
  towardsMachine: Phrase[]
  towardsHuman: Phrase[]
}

/** A measure of style with the range of nine in ten student texts. No measure is evidence by itself. */
export interface StyleReading {
  measure: StyleMeasure
  value: number
  weight: number
  /** Null for texts under 150 words: the band was measured on longer ones. */
  reference: { low: number; middle: number; high: number; n: number } | null
}

/**
 * The score's parts: `base`, `context`, the weights of the style measures and those of all sentences add up
 * to `logOdds`.
 */
export interface DocumentEvidence {
  logOdds: number
  /** Log-odds at which the whole text, scored alone, reaches 0.5. */
  cut: number
  /** The stretch that decided the score: the whole text, or a part of it that stands out more. */
  strongest: { words: number; logOdds: number; cut: number }
  base: number
  /**
   * What the second reader adds, which judges words in their context and cannot list reasons; 0 in a model
   * without one.
   */
  context: number
  style: StyleReading[]
  /** Number of training texts in which phrases were counted; null if the model has no counts. */
  countedTexts: PhraseCounts | null
}

/** Something that a teacher can see in the text. It never affects the score. */
export interface TextFact {
  kind: 'prompt-echo' | 'markdown-remains'
  count: number
  /** The first occurrence, cut to 80 characters. */
  value: string | null
}

/** A sentence. The sentences of a paragraph concatenate to the paragraph. */
export interface DetectedSentence extends Piece {
  /** Words counted in this sentence. */
  words: number
  /**
   * 0…1 on the scale of the document score, from the window around the sentence; null if there is too little
   * text.
   */
  probability: number | null
  label: Label
  /**
   * Whether the sentence is in a passage that reads like AI writing, which is the case exactly if `level` is
   * not `none`.
   */
  marked: boolean
  /** `none` outside passages and in every text without a finding. */
  level: PassageLevel
  /** Null if the sentence is left out of the score, or the text has none. */
  evidence: SentenceEvidence | null
}

export interface DetectedParagraph extends Piece {
  /** Only prose is scored; headings and the list of references are shown and left out of the score. */
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
  /**
   * Share of human texts with a score of 0.5 or more, measured on texts that were not used to choose the
   * threshold; null when not measured.
   */
  falsePositiveRate: number | null
  /** Number of human texts behind this share; null when it was not measured. */
  falsePositiveN: number | null
  humanBand: HumanBand
  /** Of `n` human texts, how many score at least 0.3, 0.5 and 0.7. */
  reaching: { low: number; middle: number; high: number }
  /** How many texts of this length have which score, in twenty equal bins. */
  distribution: { human: number[]; machine: { n: number; counts: number[] } | null }
}

export interface Detection {
  /** All words of the text, including headings and references. */
  words: number
  /** Words that were scored. */
  proseWords: number
  /** With fewer scored words than this there is no score. */
  wordsNeeded: number
  /** 0…1 rounded to 3 decimals before any threshold; null when there is too little text. */
  score: number | null
  label: Label
  finding: Finding
  reasons: Reason[]
  /**
   * Share of the scored words that are in passages: zero in a text without a finding, null without a score.
   */
  aiShare: number | null
  calibration: CalibrationPoint | null
  /** The score range of single windows of human texts, for comparison with the sentences' probabilities. */
  sentenceBand: HumanBand | null
  /**
   * Null if the model does not distinguish vendors or is not precise enough, or nothing reads like machine
   * text.
   */
  attribution: Attribution | null
  /** Null if the model does not distinguish kinds of writing, or the kind is unclear. */
  textType: TextType | null
  /** Null if the model was not calibrated to probabilities. */
  calibratedProbability: CalibratedProbability | null
  /** In order. Between paragraphs there are only line breaks and white space. */
  paragraphs: DetectedParagraph[]
  /** Reported as facts, never part of the score. */
  disguise: Disguise
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

/** A loaded model, ready to score texts. It holds no state between calls. */
export interface Detector {
  readonly name: string
  readonly version: string
  readonly minimumWords: number
  /**
   * Makes the detector ready, which the first text otherwise waits for. Rejects if this system cannot run it.
   */
  open(): Promise<void>
  detect(text: string): Promise<Detection>
  /** The score alone, which takes less time. */
  score(text: string): Promise<Scored>
}
