import * as z from 'zod/mini'
import { defineRoute } from './calls/route.ts'
import { Id, Time } from './values/scalars.ts'
import { WordBand } from './word-bands.ts'

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

/** What part of a document these words are: less than about a quarter, a quarter, half, or most of it. */
export const partBands = ['little', 'quarter', 'half', 'most'] as const
export const PartBand = z.enum(partBands)
export type PartBand = z.infer<typeof PartBand>

/**
 * What is known of a colleague and their document before they agree: whom to ask, the date, and nothing of
 * the text or its student.
 */
export const OtherTeacher = z.object({
  teacher_name: z.nullable(z.string()),
  /** The address with which they sign in. */
  teacher_email: z.nullable(z.string()),
  /** The day on which the other document was handed in. */
  handed_in_on: z.iso.date(),
})

/** A teacher asks another one to let both read the passages that two of their documents share. */
export const ComparisonRequest = z.extend(OtherTeacher, {
  id: Id,
  /** Whether the caller made it. */
  is_own: z.boolean(),
  state: z.enum(comparisonRequestStates),
  /** The caller's document of the two. */
  document: NamedDocument,
  /** About how many words stand in both, and what part of the caller's document they are. */
  words: WordBand,
  part: PartBand,
  asked_at: Time,
  answered_at: z.nullable(Time),
  /** When the teacher who asked first read the passages. */
  read_at: z.nullable(Time),
})
export type ComparisonRequest = z.infer<typeof ComparisonRequest>

/** In a file of its own, because the dashboard asks for nothing else of its kind. */
export const comparisonRequestRoutes = {
  listComparisonRequests: defineRoute({
    method: 'GET',
    path: '/overlap/requests',
    access: 'teacher',
    summary: 'Requests to compare that the teacher received or made, newest first',
    input: z.object({}),
    reply: z.array(ComparisonRequest),
  }),
} as const
