import * as z from 'zod/mini'

/** How many sample documents were removed. */
export const SamplesRemoved = z.object({ documents: z.int() })
