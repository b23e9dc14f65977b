import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { z } from 'zod'
import { EgressError } from '../../outside/egress/egress.ts'
import { ownKeys } from './own-keys.ts'
import type { LtiParts } from './parts.ts'
import type { PlatformRow } from './store.ts'

const Answer = z.object({ access_token: z.string().regex(/^[\w.~+/=-]+$/) })

/** A token of the platform's for one of its services, asked for with our key (RFC 7523). Throws `EgressError` where it gives none. */
export async function tokenOf({ database, egress }: LtiParts, platform: PlatformRow, scope: string): Promise<string> {
  const [key] = await ownKeys(database)
  if (!key) throw new Error('There is no key to sign with.')
  const { client_id, token_url } = platform
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .setIssuer(client_id)
    .setSubject(client_id)
    .setAudience(token_url)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(await importJWK(key.private_jwk, 'RS256'))
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    scope,
  })
  const { status, body } = await egress.send({
    method: 'POST',
    url: token_url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString(),
    withinMs: 10_000,
    maximumBytes: 64 * 1_024,
  })
  if (status !== 200) throw new EgressError('unreachable')
  return Answer.parse(JSON.parse(body.toString('utf8'))).access_token
}
