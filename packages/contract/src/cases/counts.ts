import * as z from 'zod/mini'
import { defineRoute } from '../calls/route.ts'
import { Time } from '../values/scalars.ts'

/** What keeps single students out of the counts that administrators see. */
export const caseCountLimits = {
  /** Every count is rounded to the nearest multiple of this. */
  roundedTo: 5,
  /** Nothing is shown of a group with cases of fewer different students. */
  fewestStudents: 5,
} as const

/** `open` are open now; everything else was decided within the term. */
export const caseCountNames = [
  'open',
  'cleared',
  'ai_used',
  'support_agreed',
  'referred',
  'no_action',
  'appeals_upheld',
  'appeals_changed',
] as const
export type CaseCountName = (typeof caseCountNames)[number]

export const CaseCounts = z.object({
  open: z.int(),
  cleared: z.int(),
  ai_used: z.int(),
  support_agreed: z.int(),
  referred: z.int(),
  no_action: z.int(),
  /** Appeals after which the decision stood, and those after which it was replaced. */
  appeals_upheld: z.int(),
  appeals_changed: z.int(),
})
export type CaseCounts = z.infer<typeof CaseCounts>

export const YearGroupCaseCounts = z.extend(CaseCounts, {
  /** Null for students without a year group, and for the year groups that are counted together. */
  year_group: z.nullable(z.string()),
  /** Several year groups in one, because at least one of them is too small to show. */
  is_combined: z.boolean(),
})
export type YearGroupCaseCounts = z.infer<typeof YearGroupCaseCounts>

export const InstallationCaseCounts = z.object({
  /** The term: a fixed number of days that ends now. */
  from: Time,
  to: Time,
  /** Null if the cases are of too few students. */
  all: z.nullable(CaseCounts),
  /** Empty if there are fewer than two groups to show. */
  year_groups: z.array(YearGroupCaseCounts),
})
export type InstallationCaseCounts = z.infer<typeof InstallationCaseCounts>

/** What administrators see of how cases ended. */
export const caseCountRoutes = {
  readCaseCounts: defineRoute({
    method: 'GET',
    path: '/admin/case-counts',
    access: 'administrator',
    summary: 'The cases of this term by outcome and year group, rounded, without names',
    input: z.object({}),
    reply: InstallationCaseCounts,
  }),
} as const

/**
 * How the teacher's findings of this term ended: cases opened from a report with an AI finding, by their
 * latest decision.
 */
export const FindingRecord = z.object({
  /** The term: a fixed number of days that ends now. */
  from: Time,
  to: Time,
  decided: z.int(),
  cleared: z.int(),
})
export type FindingRecord = z.infer<typeof FindingRecord>

/** What teachers see of how their own findings ended. */
export const findingRecordRoutes = {
  readFindingRecord: defineRoute({
    method: 'GET',
    path: '/finding-record',
    access: 'teacher',
    summary: 'How many of the caller’s own findings of this term ended cleared',
    input: z.object({}),
    reply: FindingRecord,
  }),
} as const
