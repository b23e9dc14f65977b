import * as z from 'zod/mini'
import { Id, Time } from '../values/scalars.ts'

/** What a document is to its teacher. Their counts together are all documents; samples have no standing. */
export const standings = ['needs-you', 'unclear', 'nothing-found', 'unread', 'closed'] as const
export const Standing = z.enum(standings)
export type Standing = z.infer<typeof Standing>

/** What a list is filtered by: a standing, or that a document still needs a student. */
export const standingFilters = [...standings, 'without-student'] as const
export type StandingFilter = (typeof standingFilters)[number]

/** Why a document needs its teacher, the strongest first. */
export const standingReasons = ['reply', 'ai-writing', 'shared', 'inserted', 'file'] as const
export const StandingReason = z.enum(standingReasons)
export type StandingReason = z.infer<typeof StandingReason>

/** What closed a document: a decision about its case, or its teacher, who put it away. */
export const closings = ['decided', 'done'] as const
export type Closing = (typeof closings)[number]

/** The fields of every document that say how it stands. */
export const standingFields = {
  /** Null for a sample, which is in no figure, and while the update of an older version is under way. */
  standing: z.nullable(Standing),
  /** The strongest first. Those of a closed document are the ones that it was closed with. */
  standing_reasons: z.array(StandingReason),
  /** Of `unclear` its finding, of `closed` what closed it, otherwise null. `unread` is told by the status. */
  standing_detail: z.nullable(z.string()),
  /** Since when: its newest reason, its result, its upload, or when it was closed. */
  standing_since: z.nullable(Time),
} as const

/** Why a document is not read yet. */
export const unreadStates = ['waiting', 'reading', 'out-of-words', 'failed'] as const
export type UnreadState = (typeof unreadStates)[number]

/** How many documents stand how. The sum of the five is `documents`. */
export const Figures = z.object({
  documents: z.int(),
  needs_you: z.int(),
  unclear: z.int(),
  nothing_found: z.int(),
  unread: z.int(),
  closed: z.int(),
  /** Parts of `unread`; their sum is `unread`. */
  waiting: z.int(),
  reading: z.int(),
  out_of_words: z.int(),
  failed: z.int(),
  /** Students with at least one document that needs the teacher. */
  students_needing: z.int(),
  /** Without a student, whatever their standing. One that could not be read needs none. */
  without_student: z.int(),
})
export type Figures = z.infer<typeof Figures>

export const noFigures: Figures = {
  documents: 0,
  needs_you: 0,
  unclear: 0,
  nothing_found: 0,
  unread: 0,
  closed: 0,
  waiting: 0,
  reading: 0,
  out_of_words: 0,
  failed: 0,
  students_needing: 0,
  without_student: 0,
}

/** At most so many groups of an overview are named, and so many documents of a group. */
export const sharingShown = { groups: 10, members: 10 } as const

/** Documents that share passages with each other. Every document is in one group at most. */
export const SharingGroup = z.object({
  documents: z.int(),
  /** The two that share most first. */
  members: z.array(
    z.object({
      id: Id,
      original_filename: z.string(),
      student_id: z.nullable(Id),
      student_name: z.nullable(z.string()),
    }),
  ),
  /** The most words that two of them share, never more than either has. */
  words: z.int(),
  /** Those two with their texts: `GET /overlap/pairs/:id`. */
  pair_id: Id,
})
export type SharingGroup = z.infer<typeof SharingGroup>

/** How far the uploads are that are being read. */
export const ReadingProgress = z.object({
  read: z.int(),
  of: z.int(),
  /** Null while too little is read to tell. */
  seconds_left: z.nullable(z.int()),
})
export type ReadingProgress = z.infer<typeof ReadingProgress>
