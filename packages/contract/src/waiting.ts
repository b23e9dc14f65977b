import * as z from 'zod/mini'
import { defineRoute } from './calls/route.ts'

/** Documents that wait for words, as many as there are words for. */
export const WaitingDocuments = z.object({ documents: z.int(), words: z.int() })
export type WaitingDocuments = z.infer<typeof WaitingDocuments>

const ReadsWaiting = z.object({ reads_waiting: z.boolean() })

/** What waits for words, and is read when its teacher asks for it, or without asking for those who chose that. */
export const waitingRoutes = {
  readWaiting: defineRoute({
    method: 'POST',
    path: '/documents/waiting/read',
    access: 'teacher',
    summary:
      'Read the documents that wait for words, in the order of their upload, as far as there are words',
    input: z.object({
      class_group_id: z.optional(z.string()),
      student_id: z.optional(z.string()),
      batch_id: z.optional(z.string()),
    }),
    reply: WaitingDocuments,
  }),
  saveReadsWaiting: defineRoute({
    method: 'PUT',
    path: '/teachers/me/reads-waiting',
    access: 'teacher',
    summary: 'Choose whether documents that wait for words are read without asking, once there are enough',
    input: ReadsWaiting,
    reply: ReadsWaiting,
  }),
} as const
