import * as z from 'zod/mini'
import type { CaseState } from './cases/case.ts'
import { Document } from './document.ts'
import type { PlainFact } from './fact.ts'
import { defineRoute } from './routes/route.ts'
import { Id, Time } from './scalars.ts'

/** At most so many documents of an overview are described; the others are only counted. */
export const overviewCards = 24

// The schemas of facts, reports and cases are large, and the dashboard, which opens with an overview, needs
// nothing else of them.
const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** The part of a report's calibration that the odds are stated from. */
const CardCalibration = z.object({
  p_value: z.number(),
  n: z.int(),
  exceeding: z.int(),
  false_positive_rate: z.nullable(z.number()),
  false_positive_n: z.nullable(z.int()),
})
export type CardCalibration = z.infer<typeof CardCalibration>

/** A document that needs its teacher, with the few facts that say why. */
export const OverviewCard = z.object({
  document: Document,
  /** Null for a result that recorded none. */
  calibration: z.nullable(CardCalibration),
  /** Notable facts of the file, and how it was edited. */
  facts: z.array(z.custom<PlainFact>(isObject)),
  /** Written in the writing room. */
  is_from_writing_room: z.boolean(),
  /** The other document of its class or upload that it shares most words with. */
  shared: z.nullable(
    z.object({
      words: z.int(),
      document: z.object({
        id: Id,
        original_filename: z.string(),
        student_id: z.nullable(Id),
        student_name: z.nullable(z.string()),
      }),
    }),
  ),
  /** The document of another class or year that it shares most words with. */
  earlier: z.nullable(z.object({ words: z.int(), handed_in_at: Time, is_own_work: z.boolean() })),
  /** The document of another teacher that it shares most words with. */
  school: z.nullable(z.object({ words: z.int(), handed_in_on: z.iso.date() })),
  /** The source of its class that it shares most words with. */
  source: z.nullable(z.object({ words: z.int(), name: z.string() })),
  case: z.nullable(z.object({ id: Id, state: z.custom<CaseState>((value) => typeof value === 'string') })),
})
export type OverviewCard = z.infer<typeof OverviewCard>

/**
 * Who needs the teacher, and how many do not. `needs_look`, `cannot_tell`, `nothing` and `decided` together
 * are all completed documents.
 */
export const Overview = z.object({
  documents: z.int(),
  words: z.int(),
  /** Waiting or being read. */
  pending: z.int(),
  /** Could not be read, or not within the allowance. */
  failed: z.int(),
  /** With a finding that nobody has decided about. */
  needs_look: z.int(),
  /** Unusual, too short, or in another language. */
  cannot_tell: z.int(),
  nothing: z.int(),
  /** With a finding whose case is decided. */
  decided: z.int(),
  /** Whose student has answered and waits for a decision. */
  replied: z.int(),
  /**
   * Documents that share a passage with another one, and the most words that two of them share; null if none
   * does.
   */
  sharing: z.nullable(
    z.object({
      documents: z.int(),
      words: z.int(),
      class_group_id: z.nullable(Id),
      batch_id: z.nullable(Id),
    }),
  ),
  /** Documents are being compared with each other. */
  is_comparing: z.boolean(),
  /** Answered ones first, then the strongest findings. */
  cards: z.array(OverviewCard),
})
export type Overview = z.infer<typeof Overview>

/** Nothing was uploaded, so nobody needs the teacher. */
export const emptyOverview: Overview = {
  documents: 0,
  words: 0,
  pending: 0,
  failed: 0,
  needs_look: 0,
  cannot_tell: 0,
  nothing: 0,
  decided: 0,
  replied: 0,
  sharing: null,
  is_comparing: false,
  cards: [],
}

/** In a file of its own, because the pages that open with it load nothing else of its kind. */
export const overviewRoutes = {
  readOverview: defineRoute({
    method: 'GET',
    path: '/overview',
    access: 'teacher',
    summary: 'Who needs the teacher among the documents of a class, of an upload, or of the last seven days',
    input: z.object({ class_group_id: z.optional(z.string()), batch_id: z.optional(z.string()) }),
    reply: Overview,
  }),
} as const
