import {
  isId,
  routes,
  type SupportInput,
  type SupportMessage,
  type SupportMessageText,
  type SupportReceipt,
} from '@penmark/contract'
import { desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import type { LimitRate } from '../../../http/rate-limits.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import { type Connection, type Database, time } from '../../../services/database/database.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'

export function bindSupport({ bind, bindPublic }: Binder, dependencies: SupportDependencies): void {
  bindPublic(routes.contactPublic, (input, { network }) => sendPublicMessage(dependencies, input, network))
  bind(routes.contactSupport, (input, { teacher_id }) => sendOwnMessage(dependencies, input, teacher_id))
}

interface SupportDependencies {
  database: Database
  mailer: Mailer
  limitRate: LimitRate
  /** The address that messages are emailed to. */
  supportEmail: string
}

const receipt: SupportReceipt = {
  success: true,
  message: 'We have your message and will answer within 24 hours.',
}

/** Stores a message in the inbox and emails it to the operator, both or neither. */
async function storeAndEmail(
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
      action: {
        text: `Answer ${name}`,
        url: `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`,
      },
      closing: 'Sent from the support form. The message is kept in the support inbox too.',
    })
  })
  return receipt
}

/**
 * A message from the public site. If the hidden field is filled in, a bot sent it: it gets the usual reply
 * and is dropped.
 */
async function sendPublicMessage(
  dependencies: SupportDependencies,
  input: SupportInput,
  network: string,
): Promise<SupportReceipt> {
  if (input.website) return receipt
  await dependencies.limitRate('support', network)
  await dependencies.limitRate('supportEmail', input.email.toLowerCase())
  return storeAndEmail(dependencies, input, null)
}

/** A message from a signed-in teacher. */
async function sendOwnMessage(
  dependencies: SupportDependencies,
  input: SupportInput,
  teacher_id: string,
): Promise<SupportReceipt> {
  await dependencies.limitRate('supportEmail', `teacher ${teacher_id}`)
  return storeAndEmail(dependencies, input, teacher_id)
}

function toMessage({ message: _message, created_at, closed_at, ...row }: MessageRow): SupportMessage {
  return { ...row, created_at: created_at.toISOString(), closed_at: closed_at?.toISOString() ?? null }
}

export async function listMessages(connection: Connection, page: InboxPage): Promise<SupportMessage[]> {
  return (await selectMessages(connection, page)).map(toMessage)
}

async function lockMessage(connection: Connection, id: string): Promise<MessageRow> {
  const row = isId(id) ? await selectOptionalMessageForUpdate(connection, id) : null
  if (!row) throw problem('not_found', 'message_unknown')
  return row
}

/** Its text may be about a person, so record who reads it. */
export function readMessage(
  database: Database,
  id: string,
  administrator: Owner,
): Promise<SupportMessageText> {
  return database.transaction(async (connection) => {
    const row = await lockMessage(connection, id)
    await recordAction(connection, administrator, {
      action: 'message.read',
      target_id: id,
      teacher_id: row.teacher_id,
    })
    return { ...toMessage(row), message: row.message }
  })
}

/** Closes a message or reopens it. Doing so twice changes nothing. */
export function setMessageClosed(
  database: Database,
  id: string,
  closed: boolean,
  administrator: Owner,
): Promise<SupportMessage> {
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

/** Messages to the operator. */
const supportMessages = pgTable('support_messages', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  /** Null for a message from the public site. */
  teacher_id: uuid(),
  created_at: time().notNull().defaultNow(),
  closed_at: time(),
})

type NewMessage = typeof supportMessages.$inferInsert

async function insertMessage(connection: Connection, message: NewMessage): Promise<void> {
  await connection.orm.insert(supportMessages).values(message)
}

type MessageRow = typeof supportMessages.$inferSelect

interface InboxPage {
  state: 'open' | 'closed'
  offset: number
  limit: number
}

/** Newest first. */
async function selectMessages(
  { orm }: Connection,
  { state, offset, limit }: InboxPage,
): Promise<MessageRow[]> {
  return orm
    .select()
    .from(supportMessages)
    .where(state === 'open' ? isNull(supportMessages.closed_at) : isNotNull(supportMessages.closed_at))
    .orderBy(desc(supportMessages.created_at), desc(supportMessages.id))
    .offset(offset)
    .limit(limit)
}

async function selectOptionalMessageForUpdate({ orm }: Connection, id: string): Promise<MessageRow | null> {
  const [row] = await orm.select().from(supportMessages).where(eq(supportMessages.id, id)).for('update')
  return row ?? null
}

async function updateClosed({ orm }: Connection, id: string, closed_at: Date | null): Promise<void> {
  await orm.update(supportMessages).set({ closed_at }).where(eq(supportMessages.id, id))
}
