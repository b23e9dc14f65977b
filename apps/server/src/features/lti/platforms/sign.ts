import { randomUUID } from 'node:crypto'
import { importJWK, type JWTPayload, SignJWT } from 'jose'
import type { Database } from '../../../database/database.ts'
import type { PlatformRow } from '../store.ts'
import { ownKeys } from './own-keys.ts'

/** A token signed with our key for a platform, with a unique id. */
export async function sign(
  database: Database,
  { client_id }: Pick<PlatformRow, 'client_id'>,
  { audience, expires, claims = {} }: { audience: string; expires: string; claims?: JWTPayload },
): Promise<string> {
  const [key] = await ownKeys(database)
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
