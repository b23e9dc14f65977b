import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { verifyLaunch } from '../../../../../apps/server/src/features/integrations/lti/launch/verify-launch.ts'
import { LtiRefusalError } from '../../../../../apps/server/src/features/integrations/lti/platforms/verify-token.ts'
import type { PlatformRow } from '../../../../../apps/server/src/features/integrations/lti/records/store.ts'
import { createVerifier } from '../../../../../apps/server/src/services/identity/verifier.ts'
import { oidc, Problem } from '../../../../../packages/contract/src/index.ts'
import { assertRule, type Target } from '../target.ts'
import { createValueReader, someBytes } from '../value.ts'

const issuer = 'https://platform.example'
const lti = 'https://purl.imsglobal.org/spec/lti/claim/'
const names = [
  'iss',
  'aud',
  'exp',
  'iat',
  'nbf',
  'sub',
  'nonce',
  'azp',
  'name',
  'alg',
  'kid',
  'crit',
  'b64',
  'typ',
  'jku',
  'x5u',
  'jwk',
]
const claimNames = ['version', 'message_type', 'deployment_id', 'roles', 'context'].map((name) => lti + name)

async function createSigner() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] })
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)
  return { keys, sign }
}

/** Tokens from strangers, and tokens that a platform signs with claims of every shape. */
export async function tokens(): Promise<Target> {
  const { keys, sign } = await createSigner()
  const platform: PlatformRow = {
    id: '00000000-0000-4000-8000-000000000000',
    name: 'Moodle',
    issuer,
    client_id: 'us',
    auth_url: `${issuer}/auth`,
    token_url: `${issuer}/token`,
    keys_url: `${issuer}/keys`,
    deployment_ids: ['1'],
    asked_deployment_id: null,
    created_at: new Date(0),
  }
  const now = Math.floor(Date.now() / 1_000)
  const good = {
    iss: issuer,
    aud: 'us',
    iat: now,
    exp: now + 86_400,
    sub: 'teacher',
    nonce: 'once',
    [`${lti}version`]: '1.3.0',
    [`${lti}message_type`]: 'LtiResourceLinkRequest',
    [`${lti}deployment_id`]: '1',
    [`${lti}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor'],
    [`${lti}context`]: { id: 'course', title: 'Course' },
  }
  const verify = createVerifier({ issuer, audience: oidc.audience, keys, algorithms: ['RS256'] })
  const validToken = Buffer.from(await sign(good))

  const launch = async (token: string) => {
    const outcome: unknown = await verifyLaunch(token, platform, async () => keys).catch(
      (error: unknown) => error,
    )
    if (outcome instanceof Error) {
      if (!(outcome instanceof LtiRefusalError)) throw outcome
      return null
    }
    return outcome as { subject: string }
  }

  return {
    name: 'tokens',
    seeds: [validToken, ...someBytes('tokens', 12)],
    words: [
      '.',
      '..',
      'eyJhbGciOiJub25lIn0',
      'eyJhbGciOiJIUzI1NiJ9',
      'eyJhbGciOiJSUzI1NiIsImNyaXQiOlsiYjY0Il0sImI2NCI6ZmFsc2V9',
      '=',
      '-',
      '_',
    ],
    maxBytes: 3_000,
    async run(input) {
      if (input.subarray(0, 2).toString() === 'ey') {
        const token = input.toString('latin1')
        const same = input.equals(validToken)
        const outcome: unknown = await verify(token).catch((error: unknown) => error)
        assertRule(
          outcome instanceof Problem && outcome.code === 'not_signed_in',
          'A token for another audience is refused',
        )
        if (!same && (await launch(token)))
          assertRule(
            token.split('.').slice(0, 2).join() === validToken.toString().split('.').slice(0, 2).join(),
            'A changed token is refused',
          )
        return
      }
      const { value, below } = createValueReader(input, [...names, ...claimNames])
      const changed = Object.fromEntries(
        Array.from({ length: 1 + below(4) }, () => [
          [...names.slice(0, 9), ...claimNames][below(14)] ?? 'sub',
          value(),
        ]),
      )
      const found = await launch(await sign({ ...good, ...changed }))
      if (found)
        assertRule(
          typeof found.subject === 'string' && found.subject !== '',
          'An accepted launch names a person',
        )
    },
  }
}
