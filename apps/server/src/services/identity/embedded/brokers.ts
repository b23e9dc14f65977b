import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { callOutside } from '../../observe/call-outside.ts'
import { identityPaths } from './paths.ts'
import { createStorage } from './storage.ts'

/** Another provider that people may sign in with through ours. */
export interface Broker {
  name: 'microsoft' | 'google'
  issuer: string
  clientId: string
  clientSecret: string
}

export const brokerLabel: Record<Broker['name'], string> = { microsoft: 'Microsoft', google: 'Google' }

/** The person according to the other provider. */
export interface BrokeredPerson {
  issuer: string
  subject: string
  email: string | null
  /** The provider has verified that the mailbox is theirs. */
  isEmailVerified: boolean
  givenName: string
  familyName: string
}

export interface Brokerage {
  brokers: Broker[]
  /** The address for signing in there, within this interaction. */
  begin(interaction: string, broker: Broker, hints: { language: string; email: string }): Promise<URL>
  /** Checks what the browser brought back. Throws when it does not answer this interaction. */
  finish(interaction: string, broker: Broker, query: URLSearchParams): Promise<BrokeredPerson>
}

/** A code can be exchanged only once, so nothing is repeated. */
const fetchOutside: CustomFetch = (url, { body = null, signal: ownSignal, ...init }) =>
  callOutside({ service: 'sign-in', withinMs: answerWithinMs }, ({ signal }) =>
    fetch(url, {
      ...init,
      body: body instanceof Uint8Array ? Buffer.from(body) : body,
      signal: AbortSignal.any([signal, ...(ownSignal ? [ownSignal] : [])]),
    }),
  )

const pendingForSeconds = 10 * 60
const answerWithinMs = 10_000
const text = z.string().trim().min(1).max(254).nullish().catch(null)
const isTrue = z.union([z.literal(true), z.literal(1), z.literal('1'), z.literal('true')])

const Claims = z.object({
  sub: z.string().min(1),
  email: text,
  email_verified: z.unknown().optional(),
  /**
   * Entra's claim that the domain owner verified the address; its `email` claim alone can be set by anybody.
   */
  xms_edov: z.unknown().optional(),
  given_name: text,
  family_name: text,
  name: text,
})

function toPerson(issuer: string, claims: unknown): BrokeredPerson {
  const { sub, email, email_verified, xms_edov, given_name, family_name, name } = Claims.parse(claims)
  const [first = '', ...rest] = (name ?? email?.split('@')[0] ?? '').split(/\s+/)
  return {
    issuer,
    subject: sub,
    email: email ?? null,
    isEmailVerified: isTrue.safeParse(email_verified).success || isTrue.safeParse(xms_edov).success,
    givenName: (given_name ?? first).slice(0, 100),
    familyName: (family_name ?? rest.join(' ')).slice(0, 100),
  }
}

const PendingSignIn = z.object({
  interaction: z.string(),
  broker: z.string(),
  verifier: z.string(),
  nonce: z.string(),
})

/** The state names its interaction, so that the response finds its way back to that browser's pages. */
export const interactionOfState = (state: unknown) =>
  /^([\w-]{10,64})\.[\w-]{20,64}$/.exec(typeof state === 'string' ? state : '')?.[1] ?? null

export function createBrokerage(database: Database, issuer: string, brokers: Broker[]): Brokerage {
  const pending = createStorage(database)('Brokered')
  const known = new Map<string, Promise<Configuration>>()
  // Read at first use, so that the product starts without the other provider.
  const configurationOf = ({ name, issuer: other, clientId, clientSecret }: Broker) => {
    const url = new URL(other)
    const reading =
      known.get(name) ??
      discovery(url, clientId, clientSecret, undefined, {
        timeout: answerWithinMs / 1_000,
        [customFetch]: fetchOutside,
        execute: [
          enableNonRepudiationChecks,
          ...(url.hostname === 'localhost' ? [allowInsecureRequests] : []),
        ],
      })
    known.set(name, reading)
    reading.catch(() => known.delete(name))
    return reading
  }
  const callbackUrl = ({ name }: Broker) => `${issuer}${identityPaths.brokered}/${name}`

  return {
    brokers,
    async begin(interaction, broker, { language, email }) {
      const configuration = await configurationOf(broker)
      const state = `${interaction}.${randomState()}`
      const verifier = randomPKCECodeVerifier()
      const nonce = randomNonce()
      await pending.upsert(state, { interaction, broker: broker.name, verifier, nonce }, pendingForSeconds)
      return buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl(broker),
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ui_locales: language,
        // Let people with several accounts choose instead of reusing the last one.
        prompt: 'select_account',
        ...(email === '' ? {} : { login_hint: email }),
      })
    },
    async finish(interaction, broker, query) {
      const state = query.get('state') ?? ''
      const found = PendingSignIn.safeParse(await pending.find(state))
      if (!found.success || found.data.interaction !== interaction || found.data.broker !== broker.name)
        throw new Error('Nobody asked for this.')
      // A state works only once.
      await pending.consume(state)
      await pending.destroy(state)
      const { verifier, nonce } = found.data
      const tokens = await authorizationCodeGrant(
        await configurationOf(broker),
        new URL(`${callbackUrl(broker)}?${query.toString()}`),
        {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        },
      )
      return toPerson(broker.issuer, tokens.claims())
    },
  }
}
