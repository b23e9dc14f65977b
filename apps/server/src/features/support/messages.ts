import { isId, Problem, type SupportInput, type SupportMessage, type SupportMessageText, type SupportReceipt } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import { recordAction } from '../audit/audit.ts'
import type { CountVisit } from '../visitors/count-visits.ts'
import { type InboxPage, insertMessage, type MessageRow, selectMessages, selectOptionalMessageForUpdate, updateClosed } from './store.ts'

export interface SupportDependencies {
  database: Database
  mailer: Mailer
  countVisit: CountVisit
  /** The address that messages are emailed to. */
  supportEmail: string
}

const receipt: SupportReceipt = { success: true, message: 'We have your message and will answer within 24 hours.' }

/** Stores a message in the inbox and emails it to the operator, both or neither. */
async function keep(
  { database, mailer, supportEmail }: SupportDependencies,
  input: SupportInput,
  teacher_id: string | null,
): Promise<SupportReceipt> {
  const { name, email, subject, message } = input
  await database.transaction(async (connection) => {
    await insertMessage(connection, { name, email, subject, message, teacher_id })
    await mailer.send(connection, {
      kind: 'support.message',
      to: supportEmail,
      language: 'en-GB',
      subject: `Support: ${subject.replace(/\s+/g, ' ')}`,
      paragraphs: [`${name} <${email}> wrote:`, ...message.split(/\n{2,}/)],
      action: { text: `Answer ${name}`, url: `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}` },
      closing: 'Sent from the support form. The message is kept in the support inbox too.',
    })
  })
  return receipt
}

/** A message from the public site. One that only a bot can have filled in gets the usual thanks and is dropped. */
export async function sendPublicMessage(dependencies: SupportDependencies, input: SupportInput, network: string): Promise<SupportReceipt> {
  if (input.website) return receipt
  await dependencies.countVisit('support', network)
  await dependencies.countVisit('supportEmail', input.email.toLowerCase())
  return keep(dependencies, input, null)
}

/** A message from a signed-in teacher. */
export async function sendOwnMessage(dependencies: SupportDependencies, input: SupportInput, teacher_id: string): Promise<SupportReceipt> {
  await dependencies.countVisit('supportEmail', `teacher ${teacher_id}`)
  return keep(dependencies, input, teacher_id)
}

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
