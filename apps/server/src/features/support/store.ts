import { desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Connection } from '../../database/database.ts'

/** Messages to the operator. */
const supportMessages = pgTable('support_messages', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  /** Null for a message from the public site. */
  teacher_id: uuid(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  closed_at: timestamp({ withTimezone: true }),
})

export type SupportMessage = typeof supportMessages.$inferInsert

export async function insertMessage(connection: Connection, message: SupportMessage): Promise<void> {
  await connection.orm.insert(supportMessages).values(message)
}

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
