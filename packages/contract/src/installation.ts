import * as z from 'zod/mini'

/** Something the operator of an installation must know. `code` chooses the words of a screen; `detail` is the English sentence. */
export const InstallationWarning = z.object({ code: z.enum(['model-not-for-paid-use', 'test-payments-in-the-open']), detail: z.string() })
export type InstallationWarning = z.infer<typeof InstallationWarning>

/** What the operator's pages show about the installation itself. */
export const Installation = z.object({
  version: z.string(),
  detector: z.object({ name: z.string(), version: z.string() }),
  warnings: z.array(InstallationWarning),
})
export type Installation = z.infer<typeof Installation>
