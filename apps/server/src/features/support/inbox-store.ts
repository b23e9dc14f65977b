import { desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { supportMessages } from './tables.ts'

export type MessageRow = typeof supportMessages.$inferSelect

export interface InboxPage {
  state: 'open' | 'closed'
  offset: number
  limit: number
}

/** Newest first. */
export async function selectMessages({ orm }: Connection, { state, offset, limit }: InboxPage): Promise<MessageRow[]> {
  return orm
    .select()
    .from(supportMessages)
    .where(state === 'open' ? isNull(supportMessages.closed_at) : isNotNull(supportMessages.closed_at))
    .orderBy(desc(supportMessages.created_at), desc(supportMessages.id))
    .offset(offset)
    .limit(limit)
}

export async function selectOptionalMessageForUpdate({ orm }: Connection, id: string): Promise<MessageRow | null> {
  const [row] = await orm.select().from(supportMessages).where(eq(supportMessages.id, id)).for('update')
  return row ?? null
}

export async function updateClosed({ orm }: Connection, id: string, closed_at: Date | null): Promise<void> {
  await orm.update(supportMessages).set({ closed_at }).where(eq(supportMessages.id, id))
}
