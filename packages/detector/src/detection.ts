import type { StyleMeasure } from './features/style.ts'

/** Labels and findings of a detection; the same words as on the wire, repeated here because the detector imports nobody. */
export type Label = 'ai-generated' | 'human-written' | 'insufficient-text'
/** How strongly a passage reads like AI writing. */
export type PassageLevel = 'strong' | 'light' | 'none'
export type Finding = 'ai-likely' | 'mixed' | 'inconclusive' | 'no-evidence' | 'insufficient-text' | 'unsupported-language'

/** Closed codes that say why a finding is what it is. */
export const reasons = [
  'too-few-words',
  'not-english',
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

/** Kinds of writing that a model distinguishes, to compare a text with its like. */
export const textTypes = ['school-essay', 'learner', 'academic', 'personal-writing', 'narrative', 'other'] as const
export type TextType = (typeof textTypes)[number]

/** Whose machine texts a text resembles. Weak evidence: it says so with the rate at which such a statement was right. */
export interface Attribution {
  vendor: Vendor
  /** Share of such statements that were right on sources that the model had not seen, 0…1. */
  precision: number
  /** Statements that the share rests on. */
  n: number
}

/** The score read as a probability. It holds for texts mixed as the measured ones were, and for no other mix. */
export interface CalibratedProbability {
  /** Share of machine texts among the measured texts that scored like this one, 0…1. */
  value: number
  /** Share of machine texts among all measured texts, 0…1. */
  machineShare: number
  /** Measured texts. */
  n: number
}

/** How many texts of the training collection hold a phrase. */
export interface PhraseCounts {
  machine: number
  human: number
}

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
  /** Null where the model holds no counts. */
  counts: PhraseCounts | null
}

/** Why a sentence counts as it does. All n-grams that begin in the sentence are in `weight`; the phrases are the strongest of them. */
export interface SentenceEvidence {
  /** Share of the document's log-odds; above zero speaks for a machine. The sum of the two sides. */
  weight: number
  /** Everything in the sentence that speaks for a machine, in log-odds, never below zero. */
  machineWeight: number
  /** Everything that speaks for a person, never above zero. */
  humanWeight: number
  towardsMachine: Phrase[]
  towardsHuman: Phrase[]
}

/** A measure of style beside the band in which nine of ten student texts lie. No measure is evidence by itself. */
export interface StyleReading {
  measure: StyleMeasure
  value: number
  weight: number
  /** Null for texts under 150 words: the band was measured on longer ones. */
  reference: { low: number; middle: number; high: number; n: number } | null
}

/** The score taken apart: `base`, the weights of the style measures and those of all sentences add up to `logOdds`. */
export interface DocumentEvidence {
  logOdds: number
  /** Log-odds at which the whole text, judged alone, reaches the score 0.5. */
  cut: number
  /** The stretch that decided the score: the whole text, or a part of it that stands out more. */
  strongest: { words: number; logOdds: number; cut: number }
  base: number
  style: StyleReading[]
  /** Texts of the training collection that the phrases were counted in; null where the model holds no counts. */
  countedTexts: PhraseCounts | null
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
  /** Whether the sentence lies in a passage that reads like AI writing: exactly where `level` is not `none`. */
  marked: boolean
  /** `none` outside passages and in every text without a finding. */
  level: PassageLevel
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

/** The scores between which nine of ten human texts lie, and the middle one, 0…1. */
export interface HumanBand {
  low: number
  middle: number
  high: number
  /** Human texts that the band was measured on. */
  n: number
}

/** Where a score stands among human calibration texts of the same length. */
export interface CalibrationPoint {
  /** (1 + exceeding) / (n + 1). */
  pValue: number
  n: number
  exceeding: number
  /** Words, both ends included; `to` is null in the last band. */
  band: { from: number; to: number | null }
  /** Share of human texts at or above a score of 0.5, realised on texts that did not choose the threshold; null when not measured. */
  falsePositiveRate: number | null
  /** Human texts that this share rests on; null when it was not measured. */
  falsePositiveN: number | null
  humanBand: HumanBand
  /** Of `n` human texts, how many score at least 0.3, 0.5 and 0.7: what these thresholds mean, measured. */
  reaching: { low: number; middle: number; high: number }
  /** How many texts of this length score how high, in twenty equal bins. */
  distribution: { human: number[]; machine: { n: number; counts: number[] } | null }
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
  /** Share of the judged words that lie in passages: zero in a text without a finding, null where there is no score. */
  aiShare: number | null
  calibration: CalibrationPoint | null
  /** Between which scores single windows of human texts lie: what the sentences' probabilities are to be read against. */
  sentenceBand: HumanBand | null
  /** Null where the model does not distinguish vendors, is not right often enough, or nothing reads like machine text. */
  attribution: Attribution | null
  /** Null where the model does not distinguish kinds of writing, or cannot here. */
  textType: TextType | null
  /** Null where the model was not calibrated to probabilities. */
  calibratedProbability: CalibratedProbability | null
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
