import type { OidcSettings } from './oidc-client.ts'

/** Prefix of the storage key. */
export const userKeyPrefix = 'oidc.user:'

/** The library's storage key for the signed-in user. */
export const userKey = ({ authority, client_id }: Pick<OidcSettings, 'authority' | 'client_id'>) =>
  `${userKeyPrefix}${authority}:${client_id}`

/** Whether somebody has signed in on this browser; their session may have ended since. */
export function hasStoredUser(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(userKeyPrefix))
  } catch {
    // Some browsers forbid storage altogether.
    return false
  }
}
