import type { PublicSettings } from '@penmark/contract'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import {
  type CreateSigninRequestArgs,
  OidcClient,
  type SigninRedirectArgs,
  type SigninRequest,
  SigninState,
  type SignoutRedirectArgs,
  type StateStore,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { ChunkedStorage } from './chunked-storage.ts'
import { toBase64Url } from './sign-in-state.ts'

export type OidcSettings = PublicSettings['oidc']

/** Tokens and claims of the signed-in user. `expires_at` is in seconds since 1970. */
export type SignedInUser = Pick<User, 'access_token' | 'profile'> &
  Partial<Record<'id_token' | 'refresh_token', string | undefined>> & { expires_at?: number | undefined }

/** The part of the library's manager that the session uses. */
export interface Manager extends Pick<UserManager, 'removeUser' | 'signinRedirect' | 'signoutRedirect'> {
  getUser: () => Promise<SignedInUser | null>
  /** Exchanges the code in the URL for tokens. */
  signinRedirectCallback: (url: string) => Promise<SignedInUser>
  /** Renews the tokens with the refresh token. */
  signinSilent: () => Promise<SignedInUser | null>
}

/** Throws when an ID token is invalid. */
export type IdTokenCheck = (user: Pick<SignedInUser, 'id_token'>) => Promise<void>

export interface OidcLibrary {
  manager: UserManager
  checkIdToken: IdTokenCheck
  /** Goes to the provider, with what the installation and the page's address say about who signs in. */
  signIn: (args?: SigninRedirectArgs) => Promise<void>
  signOut: (args?: SignoutRedirectArgs) => Promise<void>
}

const quarterHourSeconds = 15 * 60

/** Signs in with a code verifier of 52 characters (specification, part 1, section 9); the library's has 96. */
export class SignInClient extends OidcClient {
  override async createSigninRequest(args: CreateSigninRequestArgs): Promise<SigninRequest> {
    const request = await super.createSigninRequest(args)
    const code_verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(39)))
    const stored = { ...(JSON.parse(request.state.toStorageString()) as object), code_verifier }
    const state = await SigninState.fromStorageString(JSON.stringify(stored))
    const url = new URL(request.url)
    url.searchParams.set('code_challenge', state.code_challenge ?? '')
    await this.settings.stateStore.set(state.id, state.toStorageString())
    return Object.assign(request, { url: url.href, state })
  }
}

class SignInManager extends UserManager {
  protected override readonly _client: OidcClient

  constructor(settings: UserManagerSettings) {
    super(settings)
    this._client = new SignInClient(settings)
  }
}

/** Under the library's own keys, but in chunks. */
function chunkedStateStore(storage: Storage): StateStore {
  const chunked = new ChunkedStorage(storage)
  const prefixed = (key: string) => `oidc.${key}`
  return {
    get: async (key) => chunked.getItem(prefixed(key)),
    set: async (key, value) => chunked.setItem(prefixed(key), value),
    remove: async (key) => {
      const value = chunked.getItem(prefixed(key))
      chunked.removeItem(prefixed(key))
      return value
    },
    getAllKeys: async () => [],
  }
}

/** Creates the OIDC library's manager. Refreshing and validating tokens are ours. */
export function createOidcLibrary(settings: OidcSettings, store: Storage): OidcLibrary {
  const { authority, client_id, audience, scope, organisation, all_sessions } = settings
  const startUrl = `${window.location.origin}/`
  const manager = new SignInManager({
    authority,
    client_id,
    redirect_uri: startUrl,
    post_logout_redirect_uri: startUrl,
    response_type: 'code',
    scope,
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    staleStateAgeInSeconds: quarterHourSeconds,
    requestTimeoutInSeconds: 15,
    userStore: chunkedStateStore(store),
    // A sign-in may finish in a different tab.
    stateStore: new WebStorageStateStore({ store }),
  })
  return {
    manager,
    checkIdToken: createIdTokenCheck(manager),
    signIn: async (args) => {
      const link = new URLSearchParams(window.location.search)
      const login_hint = link.get('login_hint')
      const org_code = link.get('org_code') ?? organisation
      await manager.signinRedirect({
        ...(await withKnownPrompt(manager, args)),
        ...(login_hint ? { login_hint } : {}),
        extraQueryParams: { ...(audience ? { audience } : {}), ...(org_code ? { org_code } : {}) },
      })
    },
    signOut: (args) =>
      manager.signoutRedirect({
        ...args,
        ...(all_sessions ? { extraQueryParams: { all_sessions: 'true' } } : {}),
      }),
  }
}

/**
 * Leaves out a `prompt` that the provider does not list: many do not support `create` and would refuse it.
 */
async function withKnownPrompt(
  { metadataService }: UserManager,
  args: SigninRedirectArgs = {},
): Promise<SigninRedirectArgs> {
  const { prompt, ...rest } = args
  if (prompt === undefined) return args
  const { prompt_values_supported: supported } = (await metadataService.getMetadata()) as {
    prompt_values_supported?: string[]
  }
  return supported === undefined || supported.includes(prompt) ? args : rest
}

/** Validates the signature, issuer, audience and times of an ID token, which the library does not. */
function createIdTokenCheck(manager: UserManager): IdTokenCheck {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined
  return async ({ id_token }) => {
    const { metadataService, settings } = manager
    const [keysUrl, issuer] = await Promise.all([
      metadataService.getKeysEndpoint(false),
      metadataService.getIssuer(),
    ])
    keys ??= createRemoteJWKSet(new URL(keysUrl ?? ''))
    await jwtVerify(id_token ?? '', keys, {
      issuer,
      audience: settings.client_id,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: 60,
    })
  }
}
