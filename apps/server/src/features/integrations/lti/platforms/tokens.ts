import { randomUUID } from 'node:crypto'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { z } from 'zod'
import type { Database } from '../../../../services/database/database.ts'
import { EgressError } from '../../../../services/egress/egress.ts'
import type { LtiDependencies } from '../records/dependencies.ts'
import { insertKey, type KeyRow, type PlatformRow, selectKeys } from '../records/store.ts'

const TokenReply = z.object({ access_token: z.string().regex(/^[\w.~+/=-]+$/) })

/**
 * Requests an access token for a service of the platform with our key (RFC 7523). Throws `EgressError` if it
 * gives none.
 */
export async function requestToken(
  { database, egress }: Pick<LtiDependencies, 'database' | 'egress'>,
  platform: PlatformRow,
  scope: string,
): Promise<string> {
  const { client_id, token_url } = platform
  const assertion = await sign(database, platform, {
    audience: token_url,
    expires: '1m',
    claims: { sub: client_id },
  })
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
    timeoutMs: 10_000,
    maximumBytes: 64 * 1_024,
  })
  if (status !== 200) throw new EgressError('unreachable')
  return TokenReply.parse(JSON.parse(body.toString('utf8'))).access_token
}

/** Any fixed number, different from those of the migrations, the registration and the queue. */
const keyLock = 7_366_281

/** Keys of this installation, newest first; the first is created on demand. */
export async function readOrCreateKeys(database: Database): Promise<KeyRow[]> {
  const known = await selectKeys(database)
  if (known.length > 0) return known
  return database.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [keyLock])
    if ((await selectKeys(connection)).length === 0) {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true })
      const private_jwk = await exportJWK(privateKey)
      await insertKey(connection, { kid: await calculateJwkThumbprint(private_jwk), private_jwk })
    }
    return selectKeys(connection)
  })
}

/** The public parts of our keys. */
export async function publicKeys(database: Database): Promise<{ keys: JWK[] }> {
  const keys = await readOrCreateKeys(database)
  return {
    keys: keys.map(
      ({ kid, private_jwk: { kty, n, e } }) => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' }) as JWK,
    ),
  }
}

/** A token signed with our key for a platform, with a unique id. */
export async function sign(
  database: Database,
  { client_id }: Pick<PlatformRow, 'client_id'>,
  { audience, expires, claims = {} }: { audience: string; expires: string; claims?: JWTPayload },
): Promise<string> {
  const [key] = await readOrCreateKeys(database)
  if (!key) throw new Error('There is no key to sign with.')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .setIssuer(client_id)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(await importJWK(key.private_jwk, 'RS256'))
}
