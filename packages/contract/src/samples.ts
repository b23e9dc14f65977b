import * as z from 'zod/mini'

/** How many sample documents went. */
export const SamplesRemoved = z.object({ documents: z.int() })
