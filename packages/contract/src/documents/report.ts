import * as z from 'zod/mini'
import { findings, labels, passageLevels } from '../values/score.ts'
import { ReadStatus } from './document.ts'
import { PlainFact } from './fact.ts'

const Probability = z.number().check(z.minimum(0), z.maximum(1))

/** A phrase that moved a sentence's score, and how common it is in texts of known origin. */
export const Evidence = z.object({
  phrase: z.string(),
  direction: z.enum(['machine', 'human']),
  /** Its effect in log-odds, always positive. */
  weight: z.number().check(z.nonnegative()),
  /** Number of texts containing the phrase, and of how many; null if not counted. */
  counts: z.nullable(
    z.object({ machine: z.int(), machine_texts: z.int(), human: z.int(), human_texts: z.int() }),
  ),
})
export type Evidence = z.infer<typeof Evidence>

/** One sentence. The spans of a paragraph concatenate to `paragraph_text`, byte for byte. */
export const ReportSpan = z.object({
  text: z.string(),
  label: z.enum(labels),
  probability: z.nullable(Probability),
  /**
   * True when the span lies in a run of machine-like writing that passed its own false-positive test; only
   * these are marked.
   */
  marked: z.boolean(),
  /**
   * How strongly the passage around the sentence reads like AI writing; `none` outside passages and in every
   * text without a finding. Null where it was not recorded: then only `marked` counts.
   */
  level: z._default(z.nullable(z.enum(passageLevels)), null),
  /**
   * Log-odds that the sentence adds to the score of the whole: evidence for a machine (never below zero) and
   * for a person (never above). Null if the sentence is left out of the score, or the detector did not report
   * it.
   */
  weights: z._default(
    z.nullable(
      z.object({ machine: z.number().check(z.nonnegative()), human: z.number().check(z.nonpositive()) }),
    ),
    null,
  ),
  /**
   * The phrases that moved this sentence most, in both directions; absent where the detector reports none.
   */
  evidence: z.optional(z.array(Evidence)),
})
export type ReportSpan = z.infer<typeof ReportSpan>

export const paragraphKinds = ['prose', 'heading', 'references'] as const

export const ReportParagraph = z.object({
  paragraph_text: z.string(),
  /**
   * Only prose is scored; headings and the list of references are shown and left out of the score. Null if it
   * was not recorded.
   */
  kind: z._default(z.nullable(z.enum(paragraphKinds)), null),
  /**
   * How strongly the paragraph reads like machine text, on the scale of the whole score; null if it is too
   * short.
   */
  probability: z.nullable(Probability),
  label: z.enum(labels),
  spans: z.array(ReportSpan),
})
export type ReportParagraph = z.infer<typeof ReportParagraph>

/** The range of scores of nine in ten human texts, and their median. */
export const HumanBand = z.object({
  low: Probability,
  middle: Probability,
  high: Probability,
  /** Human texts that the band was measured on. */
  n: z.int(),
})
export type HumanBand = z.infer<typeof HumanBand>

/** Bins of a distribution of scores: the first holds scores from 0 to below 0.05, the last from 0.95 to 1. */
export const distributionBins = 20

/**
 * How many texts of this length have which score, in equal bins. Human texts are those of `n`; machine texts
 * have a number of their own.
 */
export const Distribution = z.object({
  human: z.array(z.int()).check(z.length(distributionBins)),
  /** Null if the model has no machine texts of this length. */
  machine: z.nullable(z.object({ n: z.int(), counts: z.array(z.int()).check(z.length(distributionBins)) })),
})
export type Distribution = z.infer<typeof Distribution>

/** How often human texts of this length scored at least this high on the calibration texts. */
export const Calibration = z.object({
  /**
   * Share of human calibration texts of this length that score at least this high: (1 + exceeding) / (n + 1).
   */
  p_value: Probability,
  /** Human calibration texts in the band. */
  n: z.int(),
  /** Of `n`, how many scored at least this high. */
  exceeding: z.int(),
  /** Words, both ends included; `to` is null for the last band. */
  band: z.object({ from: z.int(), to: z.nullable(z.int()) }),
  /**
   * False-positive rate at the 0.5 threshold in this band, measured on calibration texts that were not used
   * to choose the threshold.
   */
  false_positive_rate: z.nullable(Probability),
  /** Number of human texts behind this rate; null if it was not recorded. */
  false_positive_n: z._default(z.nullable(z.int()), null),
  /** The score range of nine in ten human texts of this length; null if it was not recorded. */
  human_band: z._default(z.nullable(HumanBand), null),
  /** Of `n`, how many score at least 0.3, 0.5 and 0.7; null if it was not recorded. */
  reaching: z._default(z.nullable(z.object({ low: z.int(), middle: z.int(), high: z.int() })), null),
  /** For the plot that compares this text with others; null if it was not recorded. */
  distribution: z._default(z.nullable(Distribution), null),
})
export type Calibration = z.infer<typeof Calibration>

export const vendors = ['openai', 'google', 'anthropic'] as const

/**
 * The vendor whose machine texts a text resembles. Weak evidence, so it comes with the measured precision of
 * such statements, at least 0.8.
 */
export const Attribution = z.object({
  vendor: z.enum(vendors),
  /** Share of such statements that were right on sources new to the model. */
  precision: z.number().check(z.minimum(0.8), z.maximum(1)),
  /** Number of statements behind the share. */
  n: z.int(),
})
export type Attribution = z.infer<typeof Attribution>

export const textTypes = [
  'school-essay',
  'learner',
  'academic',
  'personal-writing',
  'narrative',
  'other',
] as const
export type TextType = (typeof textTypes)[number]
/** Reads a kind that was renamed since the report was stored. */
const TextTypeOnRecord = z.pipe(
  z.transform((value) => (value === 'personal-statement' ? 'personal-writing' : value)),
  z.enum(textTypes),
)

/** The score read as a probability, for a mix of texts like the measured one. */
export const CalibratedProbability = z.object({
  /** Share of machine texts among the measured texts that scored like this one. */
  value: Probability,
  /** Share of machine texts among all measured texts. */
  machine_share: Probability,
  /** Number of measured texts. */
  n: z.int(),
})
export type CalibratedProbability = z.infer<typeof CalibratedProbability>

export const StyleReading = z.object({
  /** A measure by its code; the web translates it. */
  measure: z.string(),
  value: z.number(),
  /** Log-odds that the measure adds to the score; above zero points to a machine. */
  weight: z.number(),
  /** The range of nine in ten student texts, and their median; null if the text cannot be compared. */
  reference: z.nullable(z.object({ low: z.number(), middle: z.number(), high: z.number(), n: z.int() })),
})
export type StyleReading = z.infer<typeof StyleReading>

/**
 * The score's parts in log-odds: `base`, `context`, the weights of the measures of style and `sentences` add
 * up to `log_odds`.
 */
export const ScoreEvidence = z.object({
  log_odds: z.number(),
  /** Log-odds at which the whole text, scored alone, reaches 0.5. */
  cut: z.number(),
  /**
   * The stretch that decided the score: the whole text, or a part that stands out more. Null if it was not
   * recorded.
   */
  strongest: z._default(
    z.nullable(z.object({ words: z.int(), log_odds: z.number(), cut: z.number() })),
    null,
  ),
  base: z.number(),
  /**
   * What the second reader adds, which judges words in their context and lists no reasons. 0 in reports of a
   * model without one.
   */
  context: z._default(z.number(), 0),
  /** The sum over all sentences. */
  sentences: z.number(),
  style: z.array(StyleReading),
  /** Number of training texts in which phrases were counted; null if they were not counted. */
  counted_texts: z.nullable(z.object({ machine: z.int(), human: z.int() })),
})
export type ScoreEvidence = z.infer<typeof ScoreEvidence>

export const DetectorRecord = z.object({
  name: z.string(),
  version: z.string(),
  /** SHA-256 of the model file, hexadecimal. */
  model_hash: z.string(),
})

/** The detector's result for one text. */
export const Findings = z.object({
  score: z.nullable(Probability),
  label: z.nullable(z.enum(labels)),
  finding: z.nullable(z.enum(findings)),
  /** Reason codes of the finding; the web translates them. */
  reasons: z.array(z.string()),
  words: z.nullable(z.int()),
  words_needed: z.int(),
  /** Share of the words that read like AI writing, 0…1, as stated by the finding. Null without a score. */
  ai_share: z.nullable(Probability),
  calibration: z.nullable(Calibration),
  /**
   * The score range of single sentences of human texts, read with their neighbours; null without a score or
   * where it was not recorded.
   */
  sentence_band: z._default(z.nullable(HumanBand), null),
  attribution: z._default(z.nullable(Attribution), null),
  text_type: z._default(z.nullable(TextTypeOnRecord), null),
  calibrated_probability: z._default(z.nullable(CalibratedProbability), null),
  evidence: z._default(z.nullable(ScoreEvidence), null),
  results: z.array(ReportParagraph),
  /**
   * How many sentences the text has, and how many of them are separate in `results`. The others are joined
   * with neighbours that are marked alike, so that the report of a long text stays small. Null if every
   * sentence is separate.
   */
  detail: z._default(z.nullable(z.object({ sentences: z.int(), alone: z.int() })), null),
  facts: z.array(PlainFact),
})
export type Findings = z.infer<typeof Findings>

/** What a card of an overview takes from a result. */
export const CardBasis = z.pick(Findings, { calibration: true, facts: true })
export type CardBasis = z.infer<typeof CardBasis>

/** One result of a document as it is stored, frozen once COMPLETED. */
export const FrozenReport = z.extend(Findings, {
  document_id: z.string(),
  status: ReadStatus,
  status_reason: z.nullable(z.string()),
  /** As `results`; in a report with bounded detail, the paragraphs without their sentences. */
  paragraph_results: z.array(ReportParagraph),
  detector: z.nullable(DetectorRecord),
  /** SHA-256 of the extracted text (UTF-8), hexadecimal. */
  text_hash: z.nullable(z.string()),
  created_at: z.nullable(z.iso.datetime()),
})
export type FrozenReport = z.infer<typeof FrozenReport>

/** Summary of one result of a document. */
export const ReportCheck = z.pick(FrozenReport, {
  score: true,
  label: true,
  finding: true,
  detector: true,
  created_at: true,
})
export type ReportCheck = z.infer<typeof ReportCheck>

/**
 * The first result of a document, in full. A newer detector never changes it: its result is added as another.
 */
export const Report = z.extend(FrozenReport, {
  /** Every result, newest last; the first is this report itself. Empty until the document is COMPLETED. */
  checks: z.array(ReportCheck),
  /** Whether the active detector has not scored this text yet. */
  may_recheck: z.boolean(),
})
export type Report = z.infer<typeof Report>

type Stated = 'document_id' | 'status' | 'status_reason' | 'words' | 'words_needed'

/** The report of a document without a result: all else is null, or an empty list where null is not allowed. */
export function emptyReport(stated: Pick<Report, Stated>): Report {
  const fields = Object.entries(Report.shape).map(([name, field]) => [
    name,
    field.safeParse(null).success ? null : [],
  ])
  return Report.parse({ ...Object.fromEntries(fields), may_recheck: false, ...stated })
}
