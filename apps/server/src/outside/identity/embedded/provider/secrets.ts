import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../../../database/database.ts'
import { identitySecret } from '../../tables.ts'

const Keys = z.array(z.string()).min(1)

/** Keys of this installation, 32 bytes each in base64url; created at the first start and never changed. */
async function readSecret(database: Database, name: string): Promise<string[]> {
  const read = async () => (await database.orm.select().from(identitySecret).where(eq(identitySecret.name, name)))[0]
  let row = await read()
  if (!row) {
    // Another process may be first; then its keys are used.
    await database.orm
      .insert(identitySecret)
      .values({ name, value: [randomBytes(32).toString('base64url')] })
      .onConflictDoNothing()
    row = await read()
  }
  return Keys.parse(row?.value)
}

/** The keys that sign this installation's cookies. */
export function readCookieKeys(database: Database): Promise<string[]> {
  return readSecret(database, 'cookie-keys')
}

/** The keys that encrypt two-factor secrets, unless the operator set some. */
export async function readSealingKeys(database: Database): Promise<Buffer[]> {
  return (await readSecret(database, 'second-step-keys')).map((key) => Buffer.from(key, 'base64url'))
}
