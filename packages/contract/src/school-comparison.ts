import * as z from 'zod/mini'
import { defineRoute } from './routes/route.ts'
import { Deleted, Id, Time } from './scalars.ts'

const none = z.object({})
const byId = z.object({ id: z.string() })

/** A document of a comparison, with the names that it and its student have now. */
export const NamedDocument = z.object({
  id: Id,
  original_filename: z.string(),
  student_id: z.nullable(Id),
  student_name: z.nullable(z.string()),
})
export type NamedDocument = z.infer<typeof NamedDocument>

/**
 * `waiting` for the other teacher, who `agreed`, `declined`, or has `withdrawn` a consent. A declined or
 * withdrawn one may still be agreed to.
 */
export const comparisonRequestStates = ['waiting', 'agreed', 'declined', 'withdrawn'] as const

/**
 * Requests that one teacher has received or made, the newest; older ones are reached from their documents.
 */
export const comparisonRequestsListed = 100

/**
 * What is known of a colleague and their document before they agree: whom to ask, the date, and nothing of
 * the text or its student.
 */
const OtherTeacher = z.object({
  teacher_name: z.nullable(z.string()),
  /** The address with which they sign in. */
  teacher_email: z.nullable(z.string()),
  /** The day on which the other document was handed in. */
  handed_in_on: z.iso.date(),
})

/** A document of another teacher that shares passages with one of the caller's. */
export const SchoolMatch = z.extend(OtherTeacher, {
  id: Id,
  /** Words that are equal in both, and what share of the words of the caller's document they are. */
  words: z.int(),
  share: z.number().check(z.minimum(0), z.maximum(1)),
  /** False while the other teacher's account is deactivated: nobody could answer. */
  can_be_asked: z.boolean(),
  /** The request to compare both documents, whoever of the two made it. */
  request: z.nullable(z.object({ id: Id, is_own: z.boolean(), state: z.enum(comparisonRequestStates) })),
})
export type SchoolMatch = z.infer<typeof SchoolMatch>

/** What a document shares with those of other teachers of the installation. */
export const SchoolOverlap = z.object({
  /** The most words first, ten at most. */
  matches: z.array(SchoolMatch),
  /** How many documents match. */
  documents: z.int(),
  /** Words that were left out because ten or more documents of the school share them. */
  common: z.int(),
})
export type SchoolOverlap = z.infer<typeof SchoolOverlap>

/** A teacher asks another one to let both read the passages that two of their documents share. */
export const ComparisonRequest = z.extend(OtherTeacher, {
  id: Id,
  /** Whether the caller made it. */
  is_own: z.boolean(),
  state: z.enum(comparisonRequestStates),
  /** The caller's document of the two. */
  document: NamedDocument,
  words: z.int(),
  /** What share of the words of the caller's document they are. */
  share: z.number(),
  asked_at: Time,
  answered_at: z.nullable(Time),
  /** When the teacher who asked first read the passages. */
  read_at: z.nullable(Time),
})
export type ComparisonRequest = z.infer<typeof ComparisonRequest>

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
      'Ask the teacher of the other document to let both of you read the shared passages; they get an email',
    input: byId,
    reply: ComparisonRequest,
  }),
  listComparisonRequests: defineRoute({
    method: 'GET',
    path: '/overlap/requests',
    access: 'teacher',
    summary: 'Requests to compare that the teacher received or made, newest first',
    input: none,
    reply: z.array(ComparisonRequest),
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
