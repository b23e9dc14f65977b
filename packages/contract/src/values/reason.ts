import * as z from 'zod/mini'

/**
 * Why something failed, as data: a code that never changes its meaning, and the values that its sentence
 * names.
 */
export const Reason = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Reason = z.infer<typeof Reason>
