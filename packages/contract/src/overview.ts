import * as z from 'zod/mini'
import { defineRoute } from './calls/route.ts'
import type { CaseState } from './cases/case.ts'
import { Document } from './documents/document.ts'
import type { PlainFact } from './documents/fact.ts'
import { Figures, noFigures, ReadingProgress, SharingGroup } from './documents/standing.ts'
import { Id, Time } from './values/scalars.ts'
import type { WaitingDocuments } from './waiting.ts'
import { WordBand } from './word-bands.ts'

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
  /** The most that was inserted at once, or only that a stretch came faster than anyone types; if a reason. */
  inserted: z.nullable(z.object({ words: z.int(), share: z.number(), is_only_too_fast: z.boolean() })),
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
  school: z.nullable(z.object({ words: WordBand, handed_in_on: z.iso.date() })),
  /** The source of its class that it shares most words with. */
  source: z.nullable(z.object({ words: z.int(), name: z.string() })),
  case: z.nullable(
    z.object({
      id: Id,
      state: z.custom<CaseState>((value) => typeof value === 'string'),
      /** How the student's newest reply begins, in one line; null if none has words. */
      reply: z.nullable(z.string()),
    }),
  ),
})
export type OverviewCard = z.infer<typeof OverviewCard>

/** Who needs the teacher, and how many do not. */
export const Overview = z.object({
  figures: Figures,
  /** Null when nothing waits or is being read. Until then nobody can say that no text needs the teacher. */
  progress: z.nullable(ReadingProgress),
  words: z.int(),
  /** What can be read now of that which waits for words; null if nothing can. */
  readable: z.nullable(z.custom<WaitingDocuments>(isObject)),
  /** Whose student has answered since the teacher last opened the case. */
  replied: z.int(),
  /** The most words first. */
  sharing_groups: z.array(SharingGroup),
  /** How many groups there are. */
  sharing_total: z.int(),
  /** Documents are being compared with each other. */
  is_comparing: z.boolean(),
  /** Documents that need the teacher: replies, then the strongest reasons, then the newest. */
  cards: z.array(OverviewCard),
})
export type Overview = z.infer<typeof Overview>

/** Nothing was uploaded, so nobody needs the teacher. */
export const emptyOverview: Overview = {
  figures: noFigures,
  progress: null,
  words: 0,
  readable: null,
  replied: 0,
  sharing_groups: [],
  sharing_total: 0,
  is_comparing: false,
  cards: [],
}

/** In a file of its own, because the pages that open with it load nothing else of its kind. */
export const overviewRoutes = {
  readOverview: defineRoute({
    method: 'GET',
    path: '/overview',
    access: 'teacher',
    summary: 'Who needs the teacher among the documents of a class, a student or an upload, or among all',
    input: z.object({
      class_group_id: z.optional(z.string()),
      student_id: z.optional(z.string()),
      batch_id: z.optional(z.string()),
    }),
    reply: Overview,
  }),
} as const
