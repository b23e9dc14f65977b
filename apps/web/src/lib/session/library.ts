import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { createIdTokenCheck } from './id-token.ts'
import type { Library, OidcSettings } from './parts.ts'

const quarterHour = 15 * 60

/** The library, set up so that refreshing and checking are ours. */
export function openLibrary({ authority, client_id, audience, scope }: OidcSettings, store: Storage): Library {
  const home = `${window.location.origin}/`
  const manager = new UserManager({
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
  return { manager, checkIdToken: createIdTokenCheck(manager) }
}
