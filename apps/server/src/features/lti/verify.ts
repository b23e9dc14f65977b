import type { LtiRefusal } from '@penmark/contract'
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { PlatformKeys } from './platform-keys.ts'
import { LtiRefusalError } from './refusal.ts'
import type { PlatformRow } from './store.ts'

const claimStart = 'https://purl.imsglobal.org/spec/lti/claim/'
const instructor = 'http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'

const text = z.string().max(2_000)
const Claims = z.object({
  sub: text.min(1),
  nonce: text,
  name: text.nullish(),
  /** What LTI adds, by its short names. */
  lti: z.object({
    version: z.literal('1.3.0'),
    message_type: z.literal('LtiResourceLinkRequest'),
    deployment_id: text,
    roles: z.array(z.string()),
    context: z.object({ id: text, title: text.nullish(), label: text.nullish() }).nullish(),
  }),
})

function withShortNames({ sub, nonce, name, ...rest }: JWTPayload): object {
  const added = Object.entries(rest).filter(([key]) => key.startsWith(claimStart))
  return { sub, nonce, name, lti: Object.fromEntries(added.map(([key, value]) => [key.slice(claimStart.length), value])) }
}

const namesClaim = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'
const Names = z.object({ context_memberships_url: z.url().max(2_000) })

/** What a checked launch says. */
export interface Launch {
  subject: string
  nonce: string
  name: string | null
  context: { id: string; title: string | null } | null
  /** Where the platform names the people of the course; null where it does not. */
  namesUrl: string | null
}

const skewSeconds = 60
/** A launch is made while somebody waits for it. */
const oldest = '5m'

function reasonOf(error: unknown): LtiRefusal {
  if (error instanceof errors.JWTExpired) return error.claim === 'iat' ? 'issued' : 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const reasons: Record<string, LtiRefusal> = {
      aud: 'audience',
      iss: 'issuer',
      iat: 'issued',
      exp: 'expired',
      nbf: 'issued',
      nonce: 'nonce',
      sub: 'person',
    }
    return reasons[error.claim] ?? 'message'
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) return 'algorithm'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) return 'key'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  return 'message'
}

async function verified(token: string, platform: PlatformRow, keysOf: PlatformKeys): Promise<JWTPayload> {
  const check = async (anew: boolean) => {
    const options = { issuer: platform.issuer, audience: platform.client_id, maxTokenAge: oldest, clockTolerance: skewSeconds }
    const requiredClaims = ['exp', 'iat', 'sub', 'nonce']
    return (await jwtVerify(token, await keysOf(platform, { anew }), { ...options, requiredClaims, algorithms: ['RS256'] })).payload
  }
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    if (alg !== 'RS256') throw new LtiRefusalError('algorithm')
    if (kid === undefined) throw new LtiRefusalError('key')
    // A platform may have changed its keys since they were read.
    return await check(false).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return check(true)
      throw error
    })
  } catch (error) {
    throw error instanceof LtiRefusalError ? error : new LtiRefusalError(reasonOf(error), { cause: error })
  }
}

/** Whether the token was made for us: with several audiences it must say who asked for it, and whoever it names must be us. */
function isForUs({ aud, azp }: JWTPayload, client_id: string): boolean {
  if (azp !== undefined) return azp === client_id
  return !Array.isArray(aud) || aud.length === 1
}

/**
 * Checks the token of a launch: algorithm, key, signature, issuer, audience and authorised party, times, version, message, deployment and
 * role. The nonce is the caller's to compare. Throws `LtiRefusalError`.
 */
export async function verifyLaunch(token: string, platform: PlatformRow, keysOf: PlatformKeys): Promise<Launch> {
  const payload = await verified(token, platform, keysOf)
  if (!isForUs(payload, platform.client_id)) throw new LtiRefusalError('audience')
  const { data } = Claims.safeParse(withShortNames(payload))
  if (!data) throw new LtiRefusalError('message')
  const { deployment_id, roles, context } = data.lti
  if (!platform.deployment_ids.includes(deployment_id)) throw new LtiRefusalError('deployment')
  if (!roles.includes(instructor)) throw new LtiRefusalError('role')
  return {
    subject: data.sub,
    nonce: data.nonce,
    name: data.name?.trim() || null,
    context: context ? { id: context.id, title: (context.title ?? context.label)?.trim() || null } : null,
    namesUrl: Names.safeParse(payload[namesClaim]).data?.context_memberships_url ?? null,
  }
}
