import * as z from 'zod/mini'
import { defineRoute } from './calls/route.ts'
import { uploadLimits } from './values/limits.ts'

/** What a document says of its writer, besides its name: the file's author and the first short lines. */
export const StatedNames = z.object({
  id: z.string(),
  author: z.nullable(z.string()),
  first_lines: z.array(z.string()),
})
export type StatedNames = z.infer<typeof StatedNames>

const idLength = 36

export const statedNameRoutes = {
  readStatedNames: defineRoute({
    method: 'GET',
    path: '/documents/stated-names',
    access: 'teacher',
    summary: 'What documents say of their writers, by ids with commas between; only those that were read',
    input: z.object({
      ids: z._default(z.string().check(z.maxLength(uploadLimits.filesPerBatch * (idLength + 1))), ''),
    }),
    reply: z.array(StatedNames),
  }),
} as const
