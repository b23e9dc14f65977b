import * as z from 'zod/mini'

/** A warning for the operator. `code` selects the screen's text; `detail` is the English sentence. */
export const InstallationWarning = z.object({ code: z.enum(['model-not-for-paid-use', 'test-payments-in-the-open']), detail: z.string() })
export type InstallationWarning = z.infer<typeof InstallationWarning>

/** What the admin pages show about the installation. */
export const Installation = z.object({
  version: z.string(),
  detector: z.object({ name: z.string(), version: z.string() }),
  warnings: z.array(InstallationWarning),
})
export type Installation = z.infer<typeof Installation>
