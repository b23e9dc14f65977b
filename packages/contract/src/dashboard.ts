import * as z from 'zod/mini'
import { Document } from './document.ts'

export const DashboardStats = z.object({
  current_documents: z.int(),
  deleted_documents: z.int(),
  total_processed_documents: z.int(),
  /** Mean score of completed, undeleted, scored documents (fraction); null when there is none. */
  avgScore: z.nullable(z.number()),
  pending: z.int(),
  /** Completed within the last 7 × 24 h with a score of at least 0.7. */
  flaggedRecent: z.int(),
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const RecentDocument = z.extend(Document, { student: z.nullable(z.string()) })
export type RecentDocument = z.infer<typeof RecentDocument>

/** How many sample documents were removed. */
export const SamplesRemoved = z.object({ documents: z.int() })

/** `language` is that of the names. */
export const SamplesInput = z.object({ language: z.optional(z.string().check(z.maxLength(35))) })

/** Whether samples were added; false if the teacher has some already. */
export const SamplesAdded = z.object({ added: z.boolean() })
