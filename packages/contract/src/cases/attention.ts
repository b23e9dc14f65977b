import * as z from 'zod/mini'
import { defineRoute } from '../calls/route.ts'

/**
 * What waits for the teacher: replies that nobody has decided about yet, and appeals that were given to them.
 */
export const CaseAttention = z.object({ answered: z.int(), appeals: z.int() })
export type CaseAttention = z.infer<typeof CaseAttention>

/** In a file of its own, because every page of a teacher asks. */
export const caseAttentionRoutes = {
  readCaseAttention: defineRoute({
    method: 'GET',
    path: '/case-attention',
    access: 'teacher',
    summary:
      'How many students have answered and wait for a decision, and how many appeals wait for the caller',
    input: z.object({}),
    reply: CaseAttention,
  }),
} as const
