import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../../database/database.ts'
import { identitySecret } from '../tables.ts'

const CookieKeys = z.array(z.string()).min(1)
const name = 'cookie-keys'

/** The keys that sign this installation's cookies; made at the first start, the same ever after. */
export async function readCookieKeys(database: Database): Promise<string[]> {
  const read = async () => (await database.orm.select().from(identitySecret).where(eq(identitySecret.name, name)))[0]
  let row = await read()
  if (!row) {
    // Another process may be first: whoever loses takes the winner's keys.
    await database.orm
      .insert(identitySecret)
      .values({ name, value: [randomBytes(32).toString('base64url')] })
      .onConflictDoNothing()
    row = await read()
  }
  return CookieKeys.parse(row?.value)
}
