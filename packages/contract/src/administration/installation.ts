import * as z from 'zod/mini'
import { bibliographicServices } from '../reference-look-up.ts'

/** A warning for the operator. `code` selects the screen's text; `detail` is the English sentence. */
export const InstallationWarning = z.object({
  code: z.enum(['model-not-for-paid-use', 'test-payments-in-the-open', 'scheduled-backup-failed']),
  detail: z.string(),
})
export type InstallationWarning = z.infer<typeof InstallationWarning>

/** What the admin pages show about the installation. */
export const Installation = z.object({
  version: z.string(),
  detector: z.object({ name: z.string(), version: z.string() }),
  warnings: z.array(InstallationWarning),
  /** False until an administrator has finished the welcome page. */
  is_set_up: z.boolean(),
  /** The catalogues in which teachers may look references up, in the order in which they are asked; none turns it off. */
  reference_services: z.array(z.enum(bibliographicServices)),
})
export type Installation = z.infer<typeof Installation>
