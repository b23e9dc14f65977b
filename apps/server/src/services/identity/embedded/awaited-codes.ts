import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Connection, Database } from '../../database/database.ts'
import { identityRecord } from '../tables.ts'
import { createStorage } from './storage.ts'

const model = 'AwaitedCode'
const awaitedForSeconds = 10 * 60
const Awaited = z.object({ accountId: z.string() })

/** Sign-ins with the right password, by their interaction: the browser with its cookie may enter a code. */
export interface AwaitedCodes {
  expect(interaction: string, accountId: string): Promise<void>
  /** Whose code is expected; null when nobody's is, or it has expired. */
  find(interaction: string): Promise<string | null>
  forget(interaction: string): Promise<void>
}

export function createAwaitedCodes(database: Database): AwaitedCodes {
  const storage = createStorage(database)(model)
  return {
    async expect(interaction, accountId) {
      await storage.upsert(interaction, { accountId }, awaitedForSeconds)
    },
    async find(interaction) {
      const found = Awaited.safeParse(await storage.find(interaction))
      return found.success ? found.data.accountId : null
    },
    async forget(interaction) {
      await storage.destroy(interaction)
    },
  }
}

/** Someone who typed the password before it changed must type the new one. */
export async function forgetAwaitedCodes({ orm }: Connection, accountId: string): Promise<void> {
  await orm
    .delete(identityRecord)
    .where(
      and(eq(identityRecord.model, model), sql`${identityRecord.payload} ->> 'accountId' = ${accountId}`),
    )
}
