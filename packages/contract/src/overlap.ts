import * as z from 'zod/mini'
import { LongAttachment } from './calls/attachment.ts'
import { defineRoute, offset } from './calls/route.ts'
import { NamedDocument } from './comparison-requests.ts'
import { SchoolOverlap } from './school-comparison.ts'
import { SharedPassage, SourceMatch } from './sources.ts'
import { Reason } from './values/reason.ts'
import { Deleted, Id, Time } from './values/scalars.ts'

/** `waiting` for a worker, `comparing`, `ready`, or `failed` for good. */
export const comparisonStates = ['waiting', 'comparing', 'ready', 'failed'] as const

/** The longest text of an assignment that is left out of a comparison, in characters. */
export const longestAssignment = 100_000

/** How many words of passages that two texts share are left out, and why. */
export const LeftOut = z.object({ quotation: z.int(), assignment: z.int(), source: z.int(), common: z.int() })

const Share = z.number().check(z.minimum(0), z.maximum(1))

/**
 * What to compare: the documents of a class or those of an upload. A new comparison replaces the last one of
 * the same documents.
 */
export const ComparisonInput = z.object({
  class_group_id: z.nullish(z.string()),
  batch_id: z.nullish(z.string()),
  /** The text of the assignment, which is left out wherever it occurs. */
  assignment_text: z._default(z.string().check(z.maxLength(longestAssignment)), ''),
})
export type ComparisonInput = z.input<typeof ComparisonInput>

/** Longer common passages are shown by their beginning, in characters. */
export const longestExcerpt = 2_000

/** What four or more documents share. */
export const CommonPassage = z.object({
  /**
   * Their longest common passage in the words of one of them, `longestExcerpt` at most; empty if that was
   * read again since.
   */
  text: z.string(),
  /** Words of all their common passages. */
  words: z.int(),
  /** How many documents share them. */
  documents: z.int(),
  /** Those documents, a hundred at most. Empty in comparisons by version 0.1.0, which only counted them. */
  members: z.array(NamedDocument),
})
export type CommonPassage = z.infer<typeof CommonPassage>

export const Comparison = z.object({
  id: Id,
  class_group_id: z.nullable(Id),
  batch_id: z.nullable(Id),
  assignment_text: z.string(),
  state: z.enum(comparisonStates),
  /** A message for the teacher when the state is `failed`. */
  status_reason: z.nullable(z.string()),
  failure: z.nullable(Reason),
  /** Share of the work that is done. */
  progress: Share,
  /** How many documents are compared; counted when the work begins. */
  documents: z.int(),
  /** How many pairs share a passage. The largest 5,000 shares are kept. */
  pairs: z.int(),
  /**
   * Words that were not compared, over all documents: in quotations, of the assignment, of the sources of the
   * class, and of passages that more than a hundred documents share.
   */
  left_out: LeftOut,
  common: z.array(CommonPassage),
  created_at: Time,
  completed_at: z.nullable(Time),
})
export type Comparison = z.infer<typeof Comparison>

/** One of the two documents of a pair. */
export const ComparedDocument = z.extend(NamedDocument, {
  /** What share of its words it shares with the other document. */
  share: Share,
})
export type ComparedDocument = z.infer<typeof ComparedDocument>

/** Two documents that share passages. */
export const SharingPair = z.object({
  id: Id,
  documents: z.tuple([ComparedDocument, ComparedDocument]),
  /** Words that are equal in both. */
  words: z.int(),
  passages: z.int(),
})
export type SharingPair = z.infer<typeof SharingPair>

/** Passages that one document shares with others of its class or its upload, as they were compared last. */
export const DocumentOverlap = z.object({
  comparison_id: Id,
  class_group_id: z.nullable(Id),
  batch_id: z.nullable(Id),
  /** How many other documents share a passage with it. */
  documents: z.int(),
  /** The most words that it shares with one of them, or with a group of them. */
  words: z.int(),
  /** The pairs with the largest shares, five at most. */
  pairs: z.array(SharingPair),
})
export type DocumentOverlap = z.infer<typeof DocumentOverlap>

/**
 * Another document of the same teacher, outside of the class and the upload, that shares passages with one.
 */
export const EarlierMatch = z.object({
  /** To read both side by side. */
  pair_id: Id,
  document: NamedDocument,
  /** By the same student, who reuses work of their own. */
  is_own_work: z.boolean(),
  class_name: z.nullable(z.string()),
  academic_year: z.nullable(z.string()),
  handed_in_at: Time,
  /** Words that are equal in both, and what share of the words of the one document they are. */
  words: z.int(),
  share: Share,
})
export type EarlierMatch = z.infer<typeof EarlierMatch>

/**
 * What a document shares with everything else that its teacher has received, in other classes and other
 * years, and with the sources of its class.
 */
export const EarlierOverlap = z.object({
  /** `never` for samples and for documents without a result. */
  state: z.enum(['never', 'waiting', 'ready']),
  compared_at: z.nullable(Time),
  /** The most words first, ten at most. */
  matches: z.array(EarlierMatch),
  /** How many documents match. */
  documents: z.int(),
  /**
   * Words that were left out: in quotations, of the assignment, of the sources of the class, and those that
   * ten or more other documents share.
   */
  left_out: LeftOut,
  /** What it shares with the sources of the class that it is in now, the most words first. */
  sources: z.array(SourceMatch),
  /** What it shares with documents of other teachers; null unless an administrator lets them be compared. */
  school: z.nullable(SchoolOverlap),
})
export type EarlierOverlap = z.infer<typeof EarlierOverlap>

/**
 * A pair with its texts; the ranges of a passage are offsets into the first and the second text, the end
 * exclusive.
 */
export const SharedTexts = z.object({
  pair: SharingPair,
  comparison_id: Id,
  texts: z.tuple([z.string(), z.string()]),
  passages: z.array(SharedPassage),
})
export type SharedTexts = z.infer<typeof SharedTexts>

export const overlapLists = { usual: 100, largest: 1_000 } as const

const byId = z.object({ id: z.string() })

/** Calls about passages that documents of a class or an upload share. */
export const overlapRoutes = {
  startComparison: defineRoute({
    method: 'POST',
    path: '/overlap/comparisons',
    access: 'teacher',
    success: 202,
    summary:
      'Compare the completed documents of a class or an upload with each other; replaces their last comparison',
    input: ComparisonInput,
    reply: Comparison,
  }),
  listComparisons: defineRoute({
    method: 'GET',
    path: '/overlap/comparisons',
    access: 'teacher',
    scope: 'reports:read',
    summary: 'Own comparisons, newest first: a class or an upload has one at most',
    input: z.object({ class_group_id: z.optional(z.string()), batch_id: z.optional(z.string()) }),
    reply: z.array(Comparison),
  }),
  readComparison: defineRoute({
    method: 'GET',
    path: '/overlap/comparisons/:id',
    access: 'teacher',
    scope: 'reports:read',
    summary: 'Progress and result of a comparison',
    input: byId,
    reply: Comparison,
  }),
  deleteComparison: defineRoute({
    method: 'DELETE',
    path: '/overlap/comparisons/:id',
    access: 'teacher',
    summary: 'Delete a comparison with its pairs, or cancel it',
    input: byId,
    reply: Deleted,
  }),
  listPairs: defineRoute({
    method: 'GET',
    path: '/overlap/comparisons/:id/pairs',
    access: 'teacher',
    scope: 'reports:read',
    summary: 'Pairs of documents that share passages, the largest share first',
    input: z.extend(byId, {
      offset,
      limit: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(overlapLists.largest)),
        overlapLists.usual,
      ),
    }),
    reply: z.array(SharingPair),
  }),
  exportPairs: defineRoute({
    method: 'GET',
    path: '/overlap/comparisons/:id/csv',
    access: 'teacher',
    scope: 'reports:read',
    attachment: 'text/csv; charset=utf-8',
    summary: 'The pairs of a comparison as CSV',
    input: z.extend(byId, { language: z.optional(z.string().check(z.maxLength(35))) }),
    reply: LongAttachment,
  }),
  readDocumentOverlap: defineRoute({
    method: 'GET',
    path: '/overlap/documents/:id',
    access: 'teacher',
    scope: 'reports:read',
    summary:
      'Passages that a document shares with others of its class or its upload; empty where none are known',
    input: byId,
    reply: z.array(DocumentOverlap),
  }),
  readEarlierOverlap: defineRoute({
    method: 'GET',
    path: '/overlap/documents/:id/earlier',
    access: 'teacher',
    scope: 'overlap:read',
    summary:
      'Passages that a document shares with the rest of the documents of its teacher, in other classes and other years, with the sources of its class and, where an administrator allows it, with documents of other teachers',
    input: byId,
    reply: EarlierOverlap,
  }),
  exportEarlier: defineRoute({
    method: 'GET',
    path: '/overlap/classes/:id/earlier/csv',
    access: 'teacher',
    scope: 'overlap:read',
    attachment: 'text/csv; charset=utf-8',
    summary:
      'What the documents of a class share with earlier documents of their teacher and with the sources of the class, as CSV',
    input: z.extend(byId, {
      language: z.optional(z.string().check(z.maxLength(35))),
      time_zone: z.optional(z.string().check(z.maxLength(64))),
    }),
    reply: LongAttachment,
  }),
  readPair: defineRoute({
    method: 'GET',
    path: '/overlap/pairs/:id',
    access: 'teacher',
    summary: 'Two documents with the passages that they share; 409 where a text has changed since',
    input: byId,
    reply: SharedTexts,
  }),
} as const
