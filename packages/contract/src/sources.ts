import * as z from 'zod/mini'
import { defineRoute } from './calls/route.ts'
import { uploadLimits } from './values/limits.ts'
import { Reason } from './values/reason.ts'
import { Deleted, Id, optionalText, requiredText, Time } from './values/scalars.ts'

/**
 * What a source is: a chapter or an article, a model answer, a sample made with a chatbot, or anything else.
 */
export const sourceKinds = ['book', 'model-answer', 'chatbot', 'other'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Of one class. `words` are those of all its sources together. */
export const sourceLimits = { sources: 20, words: 200_000 } as const

/**
 * A text that a teacher added to a class, to see which documents of the class share passages with it. It is
 * never scored or charged.
 */
export const Source = z.object({
  id: Id,
  class_group_id: Id,
  name: z.string(),
  kind: z.enum(sourceKinds),
  /** `waiting` to be read, `ready`, or `failed` for good. */
  state: z.enum(['waiting', 'ready', 'failed']),
  /** A message for the teacher when the state is `failed`. */
  status_reason: z.nullable(z.string()),
  failure: z.nullable(Reason),
  /** Null until it is read. */
  words: z.nullable(z.int()),
  /** How many documents that are in the class now share a passage with it. */
  documents: z.int(),
  /** Documents of the class are still to be compared, so that there may be more. */
  is_comparing: z.boolean(),
  created_at: Time,
})
export type Source = z.infer<typeof Source>

/** What a document shares with a source of its class. */
export const SourceMatch = z.object({
  /** To read both side by side. */
  id: Id,
  source_id: Id,
  name: z.string(),
  kind: z.enum(sourceKinds),
  class_name: z.string(),
  academic_year: z.nullable(z.string()),
  /** Words that are equal in both, and what share of the words of the document they are. */
  words: z.int(),
  share: z.number(),
})
export type SourceMatch = z.infer<typeof SourceMatch>

const Range = z.object({ start: z.int(), end: z.int() })

/** Where a passage stands in each of two texts. */
export const SharedPassage = z.object({ ranges: z.tuple([Range, Range]), words: z.int() })

/**
 * A match with both texts; the ranges of a passage are offsets into the document and the source, the end
 * exclusive.
 */
export const SourceTexts = z.object({
  match: SourceMatch,
  document: z.object({ id: Id, original_filename: z.string(), student_name: z.nullable(z.string()) }),
  /** What share of the words of the source they are. */
  share_source: z.number(),
  texts: z.tuple([z.string(), z.string()]),
  passages: z.array(SharedPassage),
})
export type SourceTexts = z.infer<typeof SourceTexts>

const byId = z.object({ id: z.string() })
const kind = z.enum(sourceKinds)

/** Calls about the sources of a class. */
export const sourceRoutes = {
  listSources: defineRoute({
    method: 'GET',
    path: '/class-groups/:id/sources',
    access: 'teacher',
    scope: 'overlap:read',
    summary: 'Texts that the documents of a class are compared with, oldest first',
    input: byId,
    reply: z.array(Source),
  }),
  uploadSource: defineRoute({
    method: 'POST',
    path: '/class-groups/:id/sources/upload',
    access: 'teacher',
    body: 'multipart',
    success: 201,
    storesFiles: true,
    summary: 'Add a file (field `file`) to the sources of a class; it is named after the file by default',
    input: z.extend(byId, { name: optionalText(200), kind }),
    reply: Source,
  }),
  addSourceText: defineRoute({
    method: 'POST',
    path: '/class-groups/:id/sources/text',
    access: 'teacher',
    success: 201,
    storesFiles: true,
    summary: 'Add a pasted text to the sources of a class',
    input: z.extend(byId, {
      name: requiredText(),
      kind,
      text: z.string().check(z.maxLength(uploadLimits.textCharacters)),
    }),
    reply: Source,
  }),
  deleteSource: defineRoute({
    method: 'DELETE',
    path: '/sources/:id',
    access: 'teacher',
    summary: 'Delete a source with everything that was found in it',
    input: byId,
    reply: Deleted,
  }),
  readSourceMatch: defineRoute({
    method: 'GET',
    path: '/source-matches/:id',
    access: 'teacher',
    summary:
      'A document and a source with the passages that they share; 409 where the text has changed since',
    input: byId,
    reply: SourceTexts,
  }),
} as const
