import type { Rate, Separation } from './figures.ts'
import type { SeparationsBy } from './groups/separations.ts'
import type { Latency } from './latency.ts'
import type { FalseMarks, PlaceFigure } from './places.ts'
import type { ProbabilityFigure } from './probability.ts'
import type { AttackFigure } from './robustness.ts'
import type { VerdictFigure, VerdictFigures } from './verdicts.ts'

/** The model card: what a model was made of, what it can and cannot do. Every figure shown anywhere comes from here. Its shape for others: `schema/model-card.schema.json`. */
export interface ModelCard {
  card_version: 5
  name: string
  version: string
  seed: number
  /** Standard models may be used for evaluation and without payment only: some of their sources forbid commercial use. */
  use: 'evaluation-and-non-commercial' | 'any'
  model_file: { name: string; bytes: number; sha256: string; n_grams: number }
  minimum_words: number
  texts: { human: number; ai: number; sources: number }
  sources: CardSource[]
  audited: { source: string; domain: string | null; reason: string }[]
  /** How the cuts were chosen on human texts of left-out sources. */
  thresholds: { score: number; rule: string }[]
  /** Dated student texts that chose the thresholds, and the statistic at which each score is reached. */
  null_distributions: { from: number; to: number | null; n: number; at_0_3: number; at_0_5: number }[]
  /** Kinds of writing that must stand out more before they reach a score. */
  offsets: { kind: string; by: number }[]
  /** Dated student texts of left-out sources by length: `n` that a score is compared with, `measured_n` of them that did not choose the thresholds. */
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
  /** Texts left out of training because they overlap a test source. */
  overlapping: number
  sha256: string
}

export interface Accuracy {
  human: number
  ai: number
  /** At the shipped cut. */
  accuracy: number
  balanced_accuracy: number
  /** Where as many human texts are flagged as machine texts are missed, in shares. */
  equal_error_accuracy: number
}

export interface Measured {
  /** Sources that train nothing. The released model at its own cuts. */
  test_human: Rate[]
  test_ai: Rate[]
  /** Each source judged by a model trained without its family. Audited texts have an asterisk. */
  left_out_human: Rate[]
  left_out_ai: Rate[]
  /** Students' writing of left-out and test sources together. */
  student_human: Rate
  learners_by_group: Rate[]
  detector_bias: Rate[]
  /** What is said in the end about texts of test sources, by the released model. */
  findings: VerdictFigure[]
  /** The same for texts of left-out sources and spliced texts. */
  verdicts: VerdictFigures
  /** Texts that a person wrote and a machine edited, or the other way round, by the degree that its source states. `EditedFigures` compares with the original. */
  edited: VerdictFigure[]
  human_by_length: Rate[]
  ai_by_length: Rate[]
  ai_by_vendor: Rate[]
  ai_by_attack: Rate[]
  /** By the years in which the model came out. */
  ai_by_years: Rate[]
  ai_by_model: Rate[]
  /** How well human and machine texts are told apart, whatever the cut. */
  separation: Separation[]
  separation_by: SeparationsBy
  /** Student essays of at least 250 words, known sources, prompts kept out of training. */
  essays_from_250_words: Accuracy
  /** Mean over left-out and test sources, both labels weighing the same, at the shipped cut. */
  left_out_balanced_accuracy: number
  /** The same where in each source with both labels as many human texts are flagged as machine texts are missed. */
  left_out_equal_error_accuracy: number
  /** By kind of writing, as told by the detector: students' human texts, and machine texts of left-out sources. */
  student_human_by_kind: Rate[]
  ai_by_kind: Rate[]
  /** Human texts so unlike what was learned from that no finding is stated. */
  unfamiliar_human: { n: number; unfamiliar: number }
  probability: ProbabilityFigure
  latency: Latency
  attacks: AttackFigure[]
  places: PlaceFigure[]
  false_marks: FalseMarks[]
}
