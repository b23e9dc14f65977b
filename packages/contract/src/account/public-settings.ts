import * as z from 'zod/mini'
import { defineRoute } from '../calls/route.ts'

/** The alternative to the sum; with a site key only for reCAPTCHA. */
export const HumanCheckSettings = z.object({
  challenge: z.enum(['altcha', 'recaptcha']),
  recaptcha_site_key: z.nullable(z.string()),
})
export type HumanCheckSettings = z.infer<typeof HumanCheckSettings>

/** What a browser needs before sign-in. */
export const PublicSettings = z.object({
  oidc: z.object({
    authority: z.url(),
    client_id: z.string(),
    audience: z.string(),
    scope: z.string(),
    /** The organisation at the provider that people sign in to; null for none. */
    organisation: z.nullable(z.string()),
    /** Signing out ends the person's sign-ins on every device. */
    all_sessions: z.boolean(),
    /** Where users change their password and end sign-ins; null with an external provider. */
    account_url: z.nullable(z.url()),
  }),
  detector: z.object({ name: z.string(), version: z.string(), minimum_words: z.int() }),
  upload: z.object({ file_bytes: z.int(), files_per_batch: z.int(), types: z.array(z.string()) }),
  human_check: HumanCheckSettings,
  support_email: z.string(),
  /** Whether plans can be paid for here. A school's own installation sells none. */
  sells_plans: z.boolean(),
  /** Page opened by the image in the sidebar; null for no image, where nothing is sold. */
  upgrade_url: z.nullable(z.url()),
  version: z.string(),
})
export type PublicSettings = z.infer<typeof PublicSettings>

/** The settings, which every screen reads. */
export const settingsRoutes = {
  readSettings: defineRoute({
    method: 'GET',
    path: '/settings',
    access: 'public',
    summary: 'Public settings',
    input: z.object({}),
    reply: PublicSettings,
  }),
} as const
