import type { PublicSettings } from '@penmark/contract'
import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { results } from './failure.ts'

export type OidcSettings = PublicSettings['oidc']

const quarterHour = 15 * 60

function storage(): Storage {
  try {
    return window.localStorage
  } catch (cause) {
    // Some browsers forbid storage altogether.
    throw new Error(results.noStorage, { cause })
  }
}

/** The library, set up so that refreshing and checking are ours. Throws the specification's words for a setting that is missing. */
export function createManager({ authority, client_id, audience, scope }: OidcSettings): UserManager {
  if (!authority) throw new Error(results.noDomain)
  if (!client_id) throw new Error(results.noClientId)
  const home = `${window.location.origin}/`
  const store = storage()
  return new UserManager({
    authority,
    client_id,
    redirect_uri: home,
    post_logout_redirect_uri: home,
    response_type: 'code',
    scope,
    extraQueryParams: audience ? { audience } : {},
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    staleStateAgeInSeconds: quarterHour,
    requestTimeoutInSeconds: 15,
    userStore: new WebStorageStateStore({ store }),
    // A sign-in may be finished in another tab than it was begun in.
    stateStore: new WebStorageStateStore({ store }),
  })
}
