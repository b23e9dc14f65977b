import { oidc } from '@penmark/contract'
import { createLocalJWKSet, type JWTVerifyGetKey, errors as joseErrors } from 'jose'
import {
  type AccountClaims,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { daySeconds, hourSeconds } from '../../../lib/durations.ts'
import { locales } from '../../../locale/locale.ts'
import type { Database } from '../../database/database.ts'
import { type Account, selectOptionalAccount } from './accounts.ts'
import { readCookieKeys, readKeys, type SigningKey } from './keys.ts'
import { identityPaths, interactionPath, userProfilePath } from './paths.ts'
import { allSessions, renderEndSession, renderRefusal, renderSignedOut } from './rendering.ts'
import { createStorage } from './storage.ts'

export interface ProviderSettings {
  /** Origin under which browsers reach the product; the issuer and, with a slash, the only redirect URI. */
  issuer: string
  accessTokenSeconds: number
  /** Shown on error pages. */
  supportEmail: string
  /** The signing key first, then the other published ones. */
  signingKeys: SigningKey[]
  onServerError: (error: Error) => void
  /** A browser signed in, or returned with its session. */
  onSignedIn: (signedIn: { sessionUid: string; accountId: string; userAgent: string }) => void
  /** Tokens were issued to this session. */
  onSessionUsed: (sessionUid: string) => void
  /** Someone signed out of every device. */
  onSignedOutEverywhere: (accountId: string) => void
}

/** The account pages sign in as a client of their own, without scopes of the API. */
export const accountClientId = 'penmark-account'

/** Teachers sign in again after this long, however active they are. */
const sessionSeconds = 14 * daySeconds
const scopes = ['openid', 'offline_access', 'offline']
/** The only scope of our audience's tokens; the product's own rules decide who may do what. */
const apiScope = 'api'
/** Resources are named by absolute URIs (RFC 8707); the audience is the short name in our tokens. */
const resource = 'urn:penmark:api'

/** The paths of hosted providers, so that a client of one works with the other. */
const routes = {
  authorization: '/oauth2/auth',
  token: '/oauth2/token',
  revocation: '/oauth2/revoke',
  end_session: '/oauth2/logout',
  jwks: '/.well-known/jwks',
}

/**
 * Cookie names bound to https and this host. `__Host-` requires the path `/`, so cookies of one interaction
 * can only be `__Secure-`. Over http on localhost browsers refuse both.
 */
function cookieNames(issuer: string) {
  if (!issuer.startsWith('https:'))
    return { session: '_session', interaction: '_interaction', resume: '_interaction_resume' }
  return {
    session: '__Host-session',
    interaction: '__Secure-interaction',
    resume: '__Secure-interaction_resume',
  }
}

/** Which sign-in an access token belongs to, so that it ends with it. */
export const grantClaim = 'grant_id'

/** The claims of an account in tokens and the user profile. */
export function claimsOf({ id, email, email_verified_at, given_name, family_name }: Account) {
  return {
    sub: id,
    email,
    email_verified: email_verified_at !== null,
    given_name,
    family_name,
    name: `${given_name} ${family_name}`,
  }
}

function makePolicy() {
  const { Prompt, Check, base } = interactionPolicy
  const policy = base()
  const registrationRequested = new Check(
    'start_page',
    'registration was asked for',
    'interaction_required',
    (ctx) => {
      const { params, result } = ctx.oidc
      return params?.start_page === 'registration' && !result?.create
    },
  )
  policy.add(new Prompt({ name: 'create', requestable: true }, registrationRequested), 0)
  return policy
}

// The client is our own, so the grant is created without a consent page.
async function grantWithoutAsking(ctx: KoaContextWithOIDC) {
  const { provider, session, client, result } = ctx.oidc
  if (!session?.accountId || !client) return undefined
  const id = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const existing = id === undefined ? undefined : await provider.Grant.find(id)
  if (existing) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(['openid', 'email', 'profile', ...scopes].join(' '))
  grant.addResourceScope(resource, apiScope)
  await grant.save()
  return grant
}

/** Creates the provider on the database. It holds no state itself, so a new one may take over at any time. */
async function createProvider(database: Database, settings: ProviderSettings): Promise<Provider> {
  const { issuer, accessTokenSeconds, signingKeys, supportEmail } = settings
  const cookieKeys = await readCookieKeys(database)
  const readClaims = async (id: string) => {
    const account = await selectOptionalAccount(database, id)
    return account ? claimsOf(account) : undefined
  }

  const configuration: Configuration = {
    adapter: createStorage(database),
    jwks: { keys: signingKeys },
    clients: [
      {
        client_id: oidc.clientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${issuer}/`],
        post_logout_redirect_uris: [`${issuer}/`, issuer],
      },
      {
        client_id: accountClientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: [],
        response_types: ['none'],
        redirect_uris: [`${issuer}${identityPaths.comeBack}`],
      },
    ],
    pkce: { required: () => true },
    responseTypes: ['code', 'none'],
    clientAuthMethods: ['none'],
    scopes,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    // The browser reads the person from the ID token, without another call.
    conformIdTokenClaims: false,
    extraParams: ['audience', 'start_page', 'lang'],
    cookies: {
      keys: cookieKeys,
      names: cookieNames(issuer),
      short: { signed: true, httpOnly: true, sameSite: 'lax', overwrite: true },
      long: { signed: true, httpOnly: true, sameSite: 'lax', overwrite: true },
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      IdToken: accessTokenSeconds,
      RefreshToken: sessionSeconds,
      Session: sessionSeconds,
      Grant: sessionSeconds,
      Interaction: hourSeconds,
      AuthorizationCode: 60,
    },
    routes,
    discovery: { userinfo_endpoint: `${issuer}${userProfilePath}`, ui_locales_supported: [...locales] },
    interactions: {
      policy: makePolicy(),
      url: (_ctx, interaction) => `${interactionPath}/${interaction.uid}`,
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    clientBasedCORS: (_ctx, origin) => origin === issuer,
    findAccount: async (_ctx, id) => {
      const claims = await readClaims(id)
      return claims && { accountId: id, claims: async (): Promise<AccountClaims> => claims }
    },
    loadExistingGrant: grantWithoutAsking,
    renderError: (ctx, out, error) => renderRefusal(ctx, out, error, supportEmail),
    extraTokenClaims: async (_ctx, token) => {
      const claims = 'accountId' in token && token.accountId ? await readClaims(token.accountId) : undefined
      if (!claims) return undefined
      const { sub: _sub, ...extra } = claims
      return 'grantId' in token && token.grantId ? { ...extra, [grantClaim]: token.grantId } : extra
    },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      // The built-in endpoint accepts only tokens without an audience; ours is served instead.
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: renderEndSession,
        postLogoutSuccessSource: renderSignedOut,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_ctx, wanted) => {
          if (wanted !== resource) throw new errors.InvalidTarget()
          return {
            scope: apiScope,
            audience: oidc.audience,
            accessTokenFormat: 'jwt',
            accessTokenTTL: accessTokenSeconds,
            jwt: { sign: { alg: 'RS256' } },
          }
        },
      },
    },
  }

  const provider = new Provider(issuer, configuration)
  // The issuer is fixed and the host guard runs first, so the forwarded headers are our own: see
  // `endpoints.ts`.
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => settings.onServerError(error))
  provider.on('authorization.success', (ctx) => {
    const { session } = ctx.oidc
    if (session?.accountId)
      settings.onSignedIn({
        sessionUid: session.uid,
        accountId: session.accountId,
        userAgent: ctx.get('user-agent'),
      })
  })
  provider.on('end_session.success', (ctx) => {
    const { session, params } = ctx.oidc
    if (params?.logout === allSessions && session?.accountId)
      settings.onSignedOutEverywhere(session.accountId)
  })
  provider.on('grant.success', (ctx) => {
    const { RefreshToken: refreshToken } = ctx.oidc.entities
    if (refreshToken?.sessionUid) settings.onSessionUsed(refreshToken.sessionUid)
  })
  return provider
}

/** Tokens with made-up key ids must not make us read the keys again and again. */
const reloadAfterMs = 10_000

export interface RunningProvider {
  provider(): Provider
  /** Finds the public key of a token, even one that another process has since begun to sign with. */
  keys: JWTVerifyGetKey
  /** Creates the next key when due, and loads what changed. */
  renew(now?: Date): Promise<void>
}

const publicJwk = ({ kty, n = '', e = '', kid, alg, use }: SigningKey) => ({ kty, n, e, kid, alg, use })

/**
 * Runs the provider with the present keys. When they change, a new provider takes over: it holds no state
 * itself.
 */
export async function runProvider(
  database: Database,
  settings: Omit<ProviderSettings, 'signingKeys'>,
): Promise<RunningProvider> {
  const start = async (signingKeys: SigningKey[]) => ({
    kids: signingKeys.map(({ kid }) => kid).join(' '),
    provider: await createProvider(database, { ...settings, signingKeys }),
    find: createLocalJWKSet({ keys: signingKeys.map(publicJwk) }),
  })
  let current = await start(await readKeys(database, new Date()))
  let reloadedAt = 0

  const renew = async (now = new Date()) => {
    const keys = await readKeys(database, now)
    if (keys.map(({ kid }) => kid).join(' ') !== current.kids) current = await start(keys)
  }

  return {
    provider: () => current.provider,
    renew,
    keys: async (header, token) => {
      try {
        return await current.find(header, token)
      } catch (error) {
        if (!(error instanceof joseErrors.JWKSNoMatchingKey) || Date.now() - reloadedAt < reloadAfterMs)
          throw error
        reloadedAt = Date.now()
        await renew()
        return current.find(header, token)
      }
    },
  }
}
