import * as z from 'zod/mini'
import { LongAttachment } from '../calls/attachment.ts'
import { defineRoute } from '../calls/route.ts'
import { findings } from '../values/score.ts'
import { distributionBins } from './report.ts'

/** With fewer texts written in class no share of them is stated. */
export const baselineTexts = 60

/** Only the newest texts count, so that a comparison takes bounded time. */
export const baselineLargest = 5_000

const Share = z.number().check(z.minimum(0), z.maximum(1))

/**
 * How the texts that were written in class score. The compared text and copies of it are left out; copies of
 * one text count once.
 */
export const BaselineCounts = z.object({
  n: z.int(),
  /** Of `n`, how many score at least as high as the compared text. */
  exceeding: z.int(),
  counts: z.array(z.int()).check(z.length(distributionBins)),
})
export type BaselineCounts = z.infer<typeof BaselineCounts>

/**
 * One report compared with the texts written in class, computed when it is read. The report itself does not
 * change.
 */
export const Baseline = z.object({
  /** Null if the document has no score. */
  own: z.nullable(BaselineCounts),
  /**
   * Of the whole installation, as counts alone; null unless an administrator has switched it on and there are
   * more than in `own`.
   */
  school: z.nullable(BaselineCounts),
  /**
   * Share of the texts written in class that score this high, (1 + exceeding) / (n + 1); null below 60 texts.
   */
  local_p_value: z.nullable(Share),
  /** The larger of the local and the published p-value; null if neither is known. */
  stated_p_value: z.nullable(Share),
  /** The finding in the light of the local texts: the report's, or one step softer. */
  finding: z.nullable(z.enum(findings)),
})
export type Baseline = z.infer<typeof Baseline>

/**
 * How the texts that one class wrote in class were scored. Copies of one text count once, and only the newest
 * 5,000 texts do.
 */
export const ClassBaseline = z.object({
  n: z.int(),
  /** Of `n`, how many score at least 0.3 and 0.5. */
  unusual: z.int(),
  flagged: z.int(),
  counts: z.array(z.int()).check(z.length(distributionBins)),
})
export type ClassBaseline = z.infer<typeof ClassBaseline>

/** The texts written in class by students of one year group, and what is to be expected of its documents. */
export const YearGroupBaseline = z.object({
  /** Null for documents without a student, or of a student without a year group. */
  year_group: z.nullable(z.string()),
  /** Scored texts written in class. */
  written: z.int(),
  /** Of `written`, how many score at least 0.3 and 0.5. */
  unusual: z.int(),
  flagged: z.int(),
  /** Scored documents of the last term, whether written in class or not. */
  documents: z.int(),
  /** How many of them would be flagged by chance if people had written all; null if no rate is published. */
  expected_flags: z.nullable(z.number().check(z.nonnegative())),
})
export type YearGroupBaseline = z.infer<typeof YearGroupBaseline>

/** Days of a term, for the expected number of false findings. */
export const termDays = 91

export const SchoolBaseline = z.object({
  /** Whether reports compare with the texts of the whole installation. */
  is_shared: z.boolean(),
  /** Empty while it is not shared. */
  year_groups: z.array(YearGroupBaseline),
  /** The documents of the term are more than are counted: only the newest are. */
  is_partial: z.boolean(),
})
export type SchoolBaseline = z.infer<typeof SchoolBaseline>

/**
 * At most this many of the newest documents of a student are plotted, with the known texts and the document
 * itself.
 */
export const historyLargest = 40

/** Fewer known texts, or shorter ones, are not compared. */
export const knownTexts = { fewest: 3, words: 250 } as const

export const writingOutcomes = [
  'no-difference',
  'differs',
  'too-few',
  'too-short',
  'no-student',
  'not-scored',
] as const
export const writingMeasures = [
  'sentence-words',
  'word-letters',
  'word-variety',
  'function-word-distance',
] as const

/** One document of the student, with measures that a teacher can check by reading. */
export const EarlierDocument = z.object({
  document_id: z.string(),
  /** When it was uploaded. */
  created_at: z.string(),
  filename: z.string(),
  score: z.number(),
  written_in_class: z.boolean(),
  /** Words per sentence. */
  sentence_words: z.number(),
  /** Letters per word. */
  word_letters: z.number(),
})
export type EarlierDocument = z.infer<typeof EarlierDocument>

/**
 * A text compared with those that the same teacher marked as written in class by the same student, computed
 * when it is read. No part of the result.
 */
export const EarlierWriting = z.object({
  outcome: z.enum(writingOutcomes),
  /** Texts written in class that are long enough and were compared, at most eight; copies count once. */
  known: z.int(),
  /** How many more are needed before a text can be compared. */
  needed: z.int(),
  /**
   * Grows as the text looks less like the known ones; null if it was not compared. It differs above the
   * threshold.
   */
  distance: z.nullable(z.number()),
  threshold: z.number(),
  /** This text's value, and the lowest and highest of the known texts. Empty if it was not compared. */
  measures: z.array(
    z.object({ name: z.enum(writingMeasures), value: z.number(), low: z.number(), high: z.number() }),
  ),
  /**
   * How often texts by the same writer were called different in the measurement: `differing` of `n`
   * comparisons, and the upper end of the 95 % interval.
   */
  measured: z.object({ n: z.int(), writers: z.int(), differing: z.int(), high: z.number() }),
  /**
   * Of how many texts by machines the same comparison called `differing` different. The others show what
   * `no-difference` is worth.
   */
  measured_machine: z.object({ n: z.int(), differing: z.int() }),
  /** The newest scored documents of the student, the newest known texts and this one, oldest first. */
  history: z.array(EarlierDocument),
})
export type EarlierWriting = z.infer<typeof EarlierWriting>

/** The writing of one student over time, computed when it is read. */
export const StudentWriting = z.object({
  /**
   * Texts written in class that a text of this student is compared with, at most eight; copies count once.
   */
  known: z.int(),
  /** How many more are needed before a text can be compared. */
  needed: z.int(),
  /** The newest scored documents and the newest known texts, oldest first. */
  history: z.array(EarlierDocument),
})
export type StudentWriting = z.infer<typeof StudentWriting>

const byId = z.object({ id: z.string() })

/** Calls about the texts that were written in class. */
export const baselineRoutes = {
  readBaseline: defineRoute({
    method: 'GET',
    path: '/results/document/:id/baseline',
    access: 'teacher',
    scope: 'reports:read',
    summary:
      'The result beside the texts that were written in class, computed anew at each call; 409 while there is none',
    input: byId,
    reply: Baseline,
  }),
  readClassBaseline: defineRoute({
    method: 'GET',
    path: '/class-groups/:id/baseline',
    access: 'teacher',
    scope: 'reports:read',
    summary: 'How the texts that a class wrote in class score, as counts',
    input: byId,
    reply: ClassBaseline,
  }),
  readEarlierWriting: defineRoute({
    method: 'GET',
    path: '/results/document/:id/earlier-writing',
    access: 'teacher',
    scope: 'reports:read',
    summary:
      'The text beside those that the same student wrote in class, computed anew at each call; 409 while there is no result',
    input: byId,
    reply: EarlierWriting,
  }),
  readStudentWriting: defineRoute({
    method: 'GET',
    path: '/students/:id/writing',
    access: 'teacher',
    scope: 'reports:read',
    summary:
      'The score and style of a student’s newest documents over time, with those that were written in class',
    input: byId,
    reply: StudentWriting,
  }),
  exportStudentWriting: defineRoute({
    method: 'GET',
    path: '/students/:id/writing/csv',
    access: 'teacher',
    scope: 'reports:read',
    attachment: 'text/csv; charset=utf-8',
    summary: 'The same as CSV; cells that a spreadsheet would run as formulas are escaped',
    input: z.extend(byId, {
      language: z.optional(z.string().check(z.maxLength(35))),
      time_zone: z.optional(z.string().check(z.maxLength(64))),
    }),
    reply: LongAttachment,
  }),
} as const
