import * as z from 'zod/mini'

/** How many sample documents were removed. */
export const SamplesRemoved = z.object({ documents: z.int() })

/** `language` is that of the names. */
export const SamplesInput = z.object({ language: z.optional(z.string().check(z.maxLength(35))) })

/** Whether samples were added; false if the teacher has some already. */
export const SamplesAdded = z.object({ added: z.boolean() })
