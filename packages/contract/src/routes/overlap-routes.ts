import * as z from 'zod/mini'
import { Comparison, ComparisonInput, DocumentOverlap, overlapLists, SharedTexts, SharingPair } from '../overlap.ts'
import { LongAttachment } from '../report.ts'
import { Deleted } from '../scalars.ts'
import { offset } from './paging.ts'
import { defineRoute } from './route.ts'

const byId = z.object({ id: z.string() })

/** Calls about passages that documents of a class or an upload share. */
export const overlapRoutes = {
  startComparison: defineRoute({
    method: 'POST',
    path: '/overlap/comparisons',
    access: 'teacher',
    success: 202,
    summary: 'Compare the completed documents of a class or an upload with each other; replaces their last comparison',
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
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(overlapLists.largest)), overlapLists.usual),
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
    summary: 'Passages that a document shares with others of its class or its upload; empty where none are known',
    input: byId,
    reply: z.array(DocumentOverlap),
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
