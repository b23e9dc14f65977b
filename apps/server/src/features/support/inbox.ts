import { isId, Problem, type SupportMessage, type SupportMessageText } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { recordAction } from '../audit/record-action.ts'
import { type InboxPage, type MessageRow, selectMessages, selectOptionalMessageForUpdate, updateClosed } from './store.ts'

function toMessage({ message: _message, created_at, closed_at, ...row }: MessageRow): SupportMessage {
  return { ...row, created_at: created_at.toISOString(), closed_at: closed_at?.toISOString() ?? null }
}

export async function listMessages(connection: Connection, page: InboxPage): Promise<SupportMessage[]> {
  return (await selectMessages(connection, page)).map(toMessage)
}

async function lockMessage(connection: Connection, id: string): Promise<MessageRow> {
  const row = isId(id) ? await selectOptionalMessageForUpdate(connection, id) : null
  if (!row) throw new Problem('not_found', 'There is no such message.')
  return row
}

/** Its text may be about a person, so record who reads it. */
export function readMessage(database: Database, id: string, administrator: Owner): Promise<SupportMessageText> {
  return database.transaction(async (connection) => {
    const row = await lockMessage(connection, id)
    await recordAction(connection, administrator, { action: 'message.read', target_id: id, teacher_id: row.teacher_id })
    return { ...toMessage(row), message: row.message }
  })
}

/** Closes a message or reopens it. Doing so twice changes nothing. */
export function setMessageClosed(database: Database, id: string, closed: boolean, administrator: Owner): Promise<SupportMessage> {
  return database.transaction(async (connection) => {
    const row = await lockMessage(connection, id)
    if (closed === (row.closed_at !== null)) return toMessage(row)
    const closed_at = closed ? new Date() : null
    await updateClosed(connection, id, closed_at)
    await recordAction(connection, administrator, {
      action: closed ? 'message.close' : 'message.reopen',
      target_id: id,
      teacher_id: row.teacher_id,
    })
    return toMessage({ ...row, closed_at })
  })
}
