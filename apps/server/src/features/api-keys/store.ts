import { apiScopes } from '@penmark/contract'
import { and, count, desc, eq } from 'drizzle-orm'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Connection } from '../../database/database.ts'

const time = () => timestamp({ withTimezone: true })

/** Keys with which a teacher's own programs call the API. Only the hash of the secret is stored. */
const apiKeys = pgTable('api_keys', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  name: text().notNull(),
  prefix: text().notNull(),
  hash: text().notNull(),
  scopes: text({ enum: apiScopes }).array().notNull(),
  created_at: time().notNull().defaultNow(),
  last_used_at: time(),
  expires_at: time(),
})

export type ApiKeyRow = typeof apiKeys.$inferSelect

export async function insertApiKey({ orm }: Connection, row: typeof apiKeys.$inferInsert): Promise<ApiKeyRow> {
  const [inserted] = await orm.insert(apiKeys).values(row).returning()
  if (!inserted) throw new Error('A new API key was not kept.')
  return inserted
}

export async function countApiKeys({ orm }: Connection, teacher_id: string): Promise<number> {
  const [row] = await orm.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.teacher_id, teacher_id))
  return row?.keys ?? 0
}

export async function selectApiKeys({ orm }: Connection, teacher_id: string): Promise<ApiKeyRow[]> {
  return orm.select().from(apiKeys).where(eq(apiKeys.teacher_id, teacher_id)).orderBy(desc(apiKeys.created_at))
}

export async function selectOptionalApiKeyByHash({ orm }: Connection, hash: string): Promise<ApiKeyRow | null> {
  const [row] = await orm.select().from(apiKeys).where(eq(apiKeys.hash, hash))
  return row ?? null
}

export async function updateLastUse({ orm }: Connection, id: string, last_used_at: Date): Promise<void> {
  await orm.update(apiKeys).set({ last_used_at }).where(eq(apiKeys.id, id))
}

/** False when the teacher has no such key. */
export async function deleteApiKey({ orm }: Connection, teacher_id: string, id: string): Promise<boolean> {
  const rows = await orm
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.teacher_id, teacher_id)))
    .returning({ id: apiKeys.id })
  return rows.length > 0
}
