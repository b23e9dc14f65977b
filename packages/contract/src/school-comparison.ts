import * as z from 'zod/mini'
import { defineRoute } from './calls/route.ts'
import { ComparisonRequest, comparisonRequestStates, OtherTeacher, PartBand } from './comparison-requests.ts'
import { Deleted, Id } from './values/scalars.ts'
import { WordBand } from './word-bands.ts'

const none = z.object({})
const byId = z.object({ id: z.string() })

/** A document of another teacher that shares passages with one of the caller's. */
export const SchoolMatch = z.extend(OtherTeacher, {
  id: Id,
  /** About how many words stand in both, and what part of the caller's document they are. */
  words: WordBand,
  part: PartBand,
  /** Why the other teacher cannot be asked: the account is deactivated, or they have refused this text. */
  closed_to_requests: z.nullable(z.enum(['deactivated', 'refused'])),
  /** The request to compare both documents, whoever of the two made it. */
  request: z.nullable(z.object({ id: Id, is_own: z.boolean(), state: z.enum(comparisonRequestStates) })),
})
export type SchoolMatch = z.infer<typeof SchoolMatch>

/** What a document shares with those of other teachers of the installation. */
export const SchoolOverlap = z.object({
  /** The most words first, then the newest, ten at most. */
  matches: z.array(SchoolMatch),
  /** How many documents match. */
  documents: z.int(),
  /** More documents than usual were compared today: this one is compared tomorrow. */
  is_deferred: z.boolean(),
})
export type SchoolOverlap = z.infer<typeof SchoolOverlap>

/** A request with the passages that the caller may read now. */
export const ComparisonRequestWithPassages = z.extend(ComparisonRequest, {
  passages: z.array(
    z.object({
      words: z.int(),
      /** As it stands in the caller's document; null where the caller waits for an answer. */
      own: z.nullable(z.string()),
      /** As it stands in the other document; null unless the other teacher has agreed. */
      other: z.nullable(z.string()),
    }),
  ),
})
export type ComparisonRequestWithPassages = z.infer<typeof ComparisonRequestWithPassages>

/** Whether documents are compared across the teachers of the installation. */
export const SchoolComparison = z.object({ is_on: z.boolean() })

/** The same for administrators. */
export const SchoolComparisonSetting = z.object({
  is_on: z.boolean(),
  /** False where plans are sold: the teachers then are not those of one school. */
  is_possible: z.boolean(),
})
export type SchoolComparisonSetting = z.infer<typeof SchoolComparisonSetting>

/** Calls about passages that documents of different teachers share. */
export const schoolComparisonRoutes = {
  readSchoolComparison: defineRoute({
    method: 'GET',
    path: '/overlap/school',
    access: 'teacher',
    summary: 'Whether documents are compared with those of other teachers of the installation',
    input: none,
    reply: SchoolComparison,
  }),
  askToCompare: defineRoute({
    method: 'POST',
    path: '/overlap/school-matches/:id/requests',
    access: 'teacher',
    success: 201,
    summary:
      'Ask the teacher of the other document to let both of you read the shared passages; they get an email, one a day about you',
    input: byId,
    reply: ComparisonRequest,
  }),
  readComparisonRequest: defineRoute({
    method: 'GET',
    path: '/overlap/requests/:id',
    access: 'teacher',
    summary: 'A request with the shared passages: of both documents once the other teacher has agreed',
    input: byId,
    reply: ComparisonRequestWithPassages,
  }),
  answerComparisonRequest: defineRoute({
    method: 'PUT',
    path: '/overlap/requests/:id',
    access: 'teacher',
    summary: 'Agree to a request, decline it, or withdraw a consent',
    input: z.extend(byId, { state: z.enum(['agreed', 'declined', 'withdrawn']) }),
    reply: ComparisonRequest,
  }),
  cancelComparisonRequest: defineRoute({
    method: 'DELETE',
    path: '/overlap/requests/:id',
    access: 'teacher',
    summary:
      'Take back an own request that is waiting or was agreed to; nobody can read the passages of the other document any more',
    input: byId,
    reply: Deleted,
  }),
  readSchoolComparisonSetting: defineRoute({
    method: 'GET',
    path: '/admin/school-comparison',
    access: 'administrator',
    summary: 'Whether documents are compared across the teachers of the installation',
    input: none,
    reply: SchoolComparisonSetting,
  }),
  switchSchoolComparison: defineRoute({
    method: 'PUT',
    path: '/admin/school-comparison',
    access: 'administrator',
    summary:
      'Compare documents across the teachers of the installation, or end that and delete what was found',
    input: z.object({ is_on: z.boolean() }),
    reply: SchoolComparisonSetting,
  }),
} as const
