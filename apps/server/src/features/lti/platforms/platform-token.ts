import { z } from 'zod'
import { EgressError } from '../../../outside/egress/egress.ts'
import type { LtiDependencies } from '../dependencies.ts'
import type { PlatformRow } from '../store.ts'
import { sign } from './own-keys.ts'

const Answer = z.object({ access_token: z.string().regex(/^[\w.~+/=-]+$/) })

/** A platform's access token for one of its services, requested with our key (RFC 7523). Throws `EgressError` where it gives none. */
export async function tokenOf(
  { database, egress }: Pick<LtiDependencies, 'database' | 'egress'>,
  platform: PlatformRow,
  scope: string,
): Promise<string> {
  const { client_id, token_url } = platform
  const assertion = await sign(database, platform, { audience: token_url, expires: '1m', claims: { sub: client_id } })
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
