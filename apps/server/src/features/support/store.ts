import type { Connection } from '../../database/database.ts'
import { supportMessages } from './tables.ts'

export type SupportMessage = typeof supportMessages.$inferInsert

export async function insertMessage(connection: Connection, message: SupportMessage): Promise<void> {
  await connection.orm.insert(supportMessages).values(message)
}
