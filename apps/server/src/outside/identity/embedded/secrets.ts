import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import type { Database } from '../../../database/database.ts'
import { identitySecret } from '../tables.ts'

const SigningKey = z.object({ kty: z.literal('RSA'), kid: z.string(), alg: z.literal('RS256'), use: z.literal('sig') }).catchall(z.string())
export type SigningKey = z.infer<typeof SigningKey>

const CookieKeys = z.array(z.string()).min(1)

async function readOrMake<T>(database: Database, name: string, shape: z.ZodType<T>, make: () => Promise<T>): Promise<T> {
  const read = async () => (await database.orm.select().from(identitySecret).where(eq(identitySecret.name, name)))[0]
  let row = await read()
  if (!row) {
    // Another process may be first: whoever loses takes the winner's key.
    await database.orm
      .insert(identitySecret)
      .values({ name, value: await make() })
      .onConflictDoNothing()
    row = await read()
  }
  return shape.parse(row?.value)
}

async function makeSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return SigningKey.parse({ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomUUID() })
}

/** The keys of this installation; made at the first start, the same ever after. */
export async function readSecrets(database: Database): Promise<{ signingKey: SigningKey; cookieKeys: string[] }> {
  return {
    signingKey: await readOrMake(database, 'signing-key', SigningKey, makeSigningKey),
    cookieKeys: await readOrMake(database, 'cookie-keys', CookieKeys, async () => [randomBytes(32).toString('base64url')]),
  }
}
