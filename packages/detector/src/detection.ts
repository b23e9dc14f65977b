import type { StyleMeasure } from './features/style.ts'
import type { HumanBand } from './model/calibrate.ts'
import type { ParagraphKind } from './text/reading.ts'

/**
 * What the detector says of a text: part of the API's result, in its names. The detector imports no other
 * package, so the server compares this with the contract when it is compiled (`scorer.ts`).
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
export type Reason =
  | 'too-few-words'
  | 'not-english'
  | 'creative-writing'
  | 'creative-passage'
  | 'short-text'
  | 'above-strict-threshold'
  | 'above-threshold'
  | 'between-thresholds'
  | 'below-threshold'
  | 'unusual-but-below-threshold'
  | 'marked-passages'
  | 'unfamiliar-writing'

/** Vendors of the models that wrote the machine texts, as far as a model distinguishes them. */
export type Vendor = 'openai' | 'google' | 'anthropic'

/** Kinds of writing that a model distinguishes, so that a text is compared with texts of its kind. */
export type TextType = 'school-essay' | 'learner' | 'academic' | 'personal-writing' | 'narrative' | 'other'

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
  machine_share: number
  /** Number of measured texts. */
  n: number
}

/** How many training texts contain a phrase. */
export interface PhraseCounts {
  machine: number
  human: number
}

/** A word or phrase of a sentence, and how much it adds to the document's log-odds there. */
export interface Evidence {
  phrase: string
  direction: 'machine' | 'human'
  /** Never below zero. */
  weight: number
  /** Training texts that contain the phrase, and of how many; null if the model has no counts. */
  counts: { machine: number; machine_texts: number; human: number; human_texts: number } | null
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
 * The score's parts: `base`, `context`, the weights of the style measures and `sentences` add up to
 * `log_odds`.
 */
export interface ScoreEvidence {
  log_odds: number
  /** Log-odds at which the whole text, scored alone, reaches 0.5. */
  cut: number
  /** The stretch that decided the score: the whole text, or a part of it that stands out more. */
  strongest: { words: number; log_odds: number; cut: number }
  base: number
  /**
   * What the second reader adds, which judges words in their context and cannot list reasons; 0 in a model
   * without one.
   */
  context: number
  /** The sum over all sentences. */
  sentences: number
  style: StyleReading[]
  /** Number of training texts in which phrases were counted; null if the model has no counts. */
  counted_texts: PhraseCounts | null
}

/** Something that a teacher can see in the text. It never affects the score. */
export interface TextFact {
  kind: 'invisible-characters' | 'look-alike-letters' | 'prompt-echo' | 'markdown-remains'
  name: null
  count: number
  /** The first occurrence, cut to 80 characters. */
  value: string | null
}

/** A sentence, or several that were joined. The spans of a paragraph concatenate to the paragraph. */
export interface Span {
  text: string
  label: Label
  /**
   * 0…1 on the scale of the document score, from the window around the sentence; null if there is too little
   * text.
   */
  probability: number | null
  /** In a passage that reads like AI writing, which is the case exactly if `level` is not `none`. */
  marked: boolean
  /** `none` outside passages and in every text without a finding. */
  level: PassageLevel
  /**
   * What the n-grams that begin in it add to the document's log-odds for a machine, never below zero, and for
   * a person, never above. Null if it is left out of the score, or the text has none.
   */
  weights: { machine: number; human: number } | null
  /** The strongest phrases; absent from sentences that are not explained. */
  evidence?: Evidence[]
}

export interface Paragraph {
  paragraph_text: string
  /**
   * Only prose is scored; headings and the list of references are shown and left out of the score. Null if
   * paragraphs of different kinds were joined.
   */
  kind: ParagraphKind | null
  probability: number | null
  label: Label
  spans: Span[]
}

/** Where a score stands among human calibration texts of the same length. */
export interface Calibration {
  /** (1 + exceeding) / (n + 1). */
  p_value: number
  n: number
  exceeding: number
  /** Words, both ends included; `to` is null in the last band. */
  band: { from: number; to: number | null }
  /**
   * Share of human texts with a score of 0.5 or more, measured on texts that were not used to choose the
   * threshold; null when not measured.
   */
  false_positive_rate: number | null
  /** Number of human texts behind this share; null when it was not measured. */
  false_positive_n: number | null
  human_band: HumanBand
  /** Of `n` human texts, how many score at least 0.3, 0.5 and 0.7. */
  reaching: { low: number; middle: number; high: number }
  /** How many texts of this length have which score, in twenty equal bins. */
  distribution: { human: number[]; machine: { n: number; counts: number[] } | null }
}

export interface Detection {
  /** 0…1 rounded to 3 decimals before any threshold; null when there is too little text. */
  score: number | null
  label: Label
  finding: Finding
  reasons: Reason[]
  /** All words of the text, including headings and references. */
  words: number
  /** With fewer scored words than this there is no score. */
  words_needed: number
  /**
   * Share of the scored words that are in passages: zero in a text without a finding, null without a score.
   */
  ai_share: number | null
  calibration: Calibration | null
  /** The score range of single windows of human texts, for comparison with the sentences' probabilities. */
  sentence_band: HumanBand | null
  /**
   * Null if the model does not distinguish vendors or is not precise enough, or nothing reads like machine
   * text.
   */
  attribution: Attribution | null
  /** Null if the model does not distinguish kinds of writing, or the kind is unclear. */
  text_type: TextType | null
  /** Null if the model was not calibrated to probabilities. */
  calibrated_probability: CalibratedProbability | null
  evidence: ScoreEvidence | null
  /** In order. Between paragraphs there are only line breaks and white space. */
  results: Paragraph[]
  /** Null if every sentence is a span of its own. */
  detail: Detail | null
  /** Reported as facts, never part of the score. */
  facts: TextFact[]
}

/**
 * How many sentences a text has, and how many of them are separate in its result. The others are joined with
 * neighbours marked alike.
 */
export interface Detail {
  sentences: number
  alone: number
}

/**
 * Which sentences include their phrases: all, or the marked ones and the few most influential ones in each
 * direction. Only the latter bounds the size of a long text's result.
 */
export type Explained = 'all' | 'strongest'

/** The score alone, without pieces; the same figures as in the `Detection` of the text. */
export interface Scored {
  score: number | null
  label: Label
  p_value: number | null
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
  /** Explains all sentences unless told otherwise. */
  detect(text: string, explained?: Explained): Promise<Detection>
  /** The score alone, which takes less time. */
  score(text: string): Promise<Scored>
}
