import * as z from 'zod/mini'
import type { SignedInUser } from './types.ts'

const StoredUser = z.object({
  access_token: z.string(),
  id_token: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  expires_at: z.optional(z.number()),
  profile: z.looseObject({ sub: z.string() }),
})

/** Reads what the library stored, or null when there is nothing that can be read. */
export function readStoredUser(text: string | null): SignedInUser | null {
  if (text === null) return null
  try {
    return StoredUser.parse(JSON.parse(text)) as SignedInUser
  } catch {
    // Broken or foreign data counts as signed out.
    return null
  }
}
