import type { CreativeFigures } from './creative.ts'
import type { SeparationsBy } from './groups/left-out.ts'
import type { KindFigure } from './kinds.ts'
import type { Latency } from './latency.ts'
import type { RivalFigure } from './other-detectors.ts'
import type { ProbabilityFigure } from './probability.ts'
import type { RetellingFigures } from './retellings.ts'
import type { AttackFigure } from './robustness.ts'
import type { FalseMarks, SegmentationFigure } from './segmentation.ts'
import type { Accuracy, Rate, Separation } from './statistics/figures.ts'
import type { VerdictFigure, VerdictFigures } from './verdicts/verdicts.ts'

/**
 * The model card: what a model was made from, what it can and cannot do. Every figure shown anywhere comes
 * from here. Its public shape: `schema/model-card.schema.json`.
 */
export interface ModelCard {
  card_version: 5
  name: string
  version: string
  seed: number
  /**
   * Standard models may only be used for evaluation and without payment, because some of their sources forbid
   * commercial use.
   */
  use: 'evaluation-and-non-commercial' | 'any'
  model_file: { name: string; bytes: number; sha256: string; n_grams: number }
  minimum_words: number
  /** Lengths in words of the stretches that are scored besides the whole text. */
  stretches: readonly number[]
  texts: { human: number; ai: number; sources: number }
  sources: CardSource[]
  audited: { source: string; domain: string | null; reason: string }[]
  /** How the thresholds were chosen on human texts of left-out sources. */
  thresholds: { score: number; rule: string }[]
  /** Dated student texts that chose the thresholds, and the statistic at each score. */
  null_distributions: { from: number; to: number | null; n: number; at_0_3: number; at_0_5: number }[]
  /** Kinds of writing that must stand out more before they reach a score. */
  offsets: { kind: string; by: number }[]
  /**
   * Dated student texts of left-out sources by length: `n` for comparison with a score, `measured_n` of them
   * not used to choose the thresholds.
   */
  calibration: {
    from: number
    to: number | null
    n: number
    measured_n: number
    flagged: number
    false_positive_rate: number | null
    ninety_five_percent_below: number
  }[]
  measured: Measured
  /** The reader of creative prose. Absent from cards up to 0.7.0. */
  creative?: CreativeFigures
  /** By the kinds of writing that schools set. Absent from cards up to 0.7.0. */
  kinds?: KindFigure[]
  /** Findings on students' texts by grade, first language and style. Absent from cards up to 0.8.0. */
  writers?: VerdictFigure[]
  /** The offset of short retellings of what others did. Absent from cards up to 0.8.0. */
  retellings?: RetellingFigures
  limits: string[]
}

export interface CardSource {
  name: string
  repository: string
  licence: string
  class: string
  use: string
  kind: string
  human: number
  ai: number
  /** Texts excluded from training because they overlap a test source. */
  overlapping: number
  sha256: string
}

export interface Measured {
  /** Sources never used for training, scored by the released model at its own thresholds. */
  test_human: Rate[]
  test_ai: Rate[]
  /** Each source scored by a model trained without its family. Audited texts have an asterisk. */
  left_out_human: Rate[]
  left_out_ai: Rate[]
  /** Students' writing of left-out and test sources together. */
  student_human: Rate
  learners_by_group: Rate[]
  detector_bias: Rate[]
  /** The released model's final findings on texts of test sources. */
  findings: VerdictFigure[]
  /** The same for texts of left-out sources and spliced texts. */
  verdicts: VerdictFigures
  /**
   * Texts by a person and edited by a machine, or the other way round, by the degree that the source states.
   * `EditedFigures` compares with the original.
   */
  edited: VerdictFigure[]
  human_by_length: Rate[]
  ai_by_length: Rate[]
  ai_by_vendor: Rate[]
  ai_by_attack: Rate[]
  /** By the release years of the models. */
  ai_by_years: Rate[]
  ai_by_model: Rate[]
  /** How well human and machine texts are separated, at any threshold. */
  separation: Separation[]
  separation_by: SeparationsBy
  /** Student essays of at least 250 words, from known sources, with prompts kept out of training. */
  essays_from_250_words: Accuracy
  /** Mean over left-out and test sources, with both labels weighted equally, at the released threshold. */
  left_out_balanced_accuracy: number
  /** The same at each source's threshold of equal errors, for sources with both labels. */
  left_out_equal_error_accuracy: number
  /** By the detected kind of writing: students' human texts, and machine texts of left-out sources. */
  student_human_by_kind: Rate[]
  ai_by_kind: Rate[]
  /** Human texts so unlike the training texts that no finding is stated. */
  unfamiliar_human: { n: number; unfamiliar: number }
  probability: ProbabilityFigure
  latency: Latency
  attacks: AttackFigure[]
  /** Absent from cards up to 0.6.0. */
  rivals?: RivalFigure[]
  places: SegmentationFigure[]
  false_marks: FalseMarks[]
}
