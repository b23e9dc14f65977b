import * as z from 'zod/mini'
import { HumanCheckSettings } from './human-check.ts'

/** What a browser must know before anybody has signed in. */
export const PublicSettings = z.object({
  oidc: z.object({
    authority: z.url(),
    client_id: z.string(),
    audience: z.string(),
    scope: z.string(),
    /** Where people change their password and end their sign-ins; null when the provider has its own pages. */
    account_url: z.nullable(z.url()),
  }),
  detector: z.object({ name: z.string(), version: z.string(), minimum_words: z.int() }),
  upload: z.object({ file_bytes: z.int(), files_per_batch: z.int(), types: z.array(z.string()) }),
  human_check: HumanCheckSettings,
  support_email: z.string(),
  /** Sign-up page that the image in the sidebar opens; null where there is none. */
  upgrade_url: z.nullable(z.url()),
  version: z.string(),
})
export type PublicSettings = z.infer<typeof PublicSettings>
