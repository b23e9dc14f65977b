import * as z from 'zod/mini'
import type { OidcSettings, SignedInUser } from './types.ts'

/** Before the name of a person in the browser's storage. */
export const userKeyPrefix = 'oidc.user:'

/** Where the library keeps who is signed in. */
export const userKey = ({ authority, client_id }: Pick<OidcSettings, 'authority' | 'client_id'>) =>
  `${userKeyPrefix}${authority}:${client_id}`

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
    // Not the library's, or broken: as if nobody were signed in.
    return null
  }
}
