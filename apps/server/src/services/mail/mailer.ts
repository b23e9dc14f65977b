import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { brand } from '@penmark/contract'
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { dayMs } from '../../lib/durations.ts'
import { escapeHtml } from '../../lib/html.ts'
import { translatorOf } from '../../locale/texts.ts'
import { type Connection, type Database, time } from '../database/database.ts'
import { RetryLaterError } from '../queue/background-queues.ts'
import { selectNextRuns, sendJob, sendMissingJobs } from '../queue/send-job.ts'
import { type Email, type Mail, type MailTransport, UndeliverableError } from './mail.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpTransport } from './smtp.ts'

/** Waiting emails, and the record of sent ones. */
export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  kind: text('kind').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  /** Plain text; null once a mail server has accepted the email. */
  body: text('body'),
  html: text('html'),
  created_at: time().notNull().defaultNow(),
  tries: integer('tries').notNull().default(0),
  sent_at: time(),
  failed_at: time(),
  fault: text('fault'),
  /** Of an email that one person caused another to get: a hash of both, by which such emails are counted. */
  limit_hash: text('limit_hash'),
})

export type MailRow = typeof mails.$inferSelect
/**
 * An email without its text, with the next attempt if it is still waiting. `is_kept`: the text is still
 * stored, because no mail server took it.
 */
export type MailRecord = Omit<MailRow, 'body' | 'html' | 'limit_hash'> & {
  next_try_at: Date | null
  is_kept: boolean
}

/** Sends and lists emails. */
export interface Mailer {
  /** `outbox` delivers to nobody by itself: tell people who wait for an email. */
  readonly kind: MailTransport['kind']
  /**
   * Writes an email in the caller's transaction, so that it is sent exactly if that commits. Returns the
   * email's id.
   */
  send(connection: Connection, email: Email): Promise<string>
  /**
   * Tries to deliver a waiting email. Throws `RetryLaterError` where that failed and may work later; after
   * the last attempt the failure is final.
   */
  deliver(id: string, isLastAttempt: boolean): Promise<void>
  /** Sends a job for each waiting email that has none. */
  sendMissingJobs(): Promise<void>
  /** Emails older than the row `before` (an email's id), newest first, without their text. */
  list(page: { before?: string | undefined; limit: number }): Promise<MailRecord[]>
  /** One email; null when there is none. */
  readOptional(id: string): Promise<(MailRow & MailRecord) | null>
  /**
   * Deletes the files of every email to an address. The caller erases the rows, so that they can be counted.
   */
  deleteFilesTo(recipient: string): Promise<void>
  /** Deletes expired emails with their files and records. */
  sweep(): Promise<void>
  close(): Promise<void>
}

const retentionMs = 30 * dayMs

interface MailerOptions {
  database: Database
  transport: MailTransport & {
    sweep?: (before: Date) => Promise<void>
    remove?: (mail: Pick<Mail, 'id' | 'createdAt'>) => Promise<void>
  }
  /** Called for emails that could not be delivered, without their text or recipient. */
  onError: (error: unknown, mail: { id: string; kind: string; isFinal: boolean }) => void
  now?: () => Date
}

const { body: _body, html: _html, limit_hash: _limitHash, ...columns } = getTableColumns(mails)
const recordColumns = { ...columns, is_kept: sql<boolean>`${mails.body} is not null` }

/**
 * An email is a row, and a job of the queue `emails` that delivers it; both are written in the caller's
 * transaction.
 */
export function createMailer({
  database,
  transport,
  onError,
  now = () => new Date(),
}: MailerOptions): Mailer {
  const isWaiting = and(isNull(mails.sent_at), isNull(mails.failed_at))

  /** Counts the attempt; null if the email no longer waits. */
  const countAttempt = async (id: string): Promise<MailRow | null> => {
    const [row] = await database.orm
      .update(mails)
      .set({ tries: sql`${mails.tries} + 1` })
      .where(and(eq(mails.id, id), isWaiting))
      .returning()
    return row ?? null
  }

  const withNextTry = async <Row extends Pick<MailRow, 'id' | 'sent_at' | 'failed_at'>>(rows: Row[]) => {
    const waiting = rows.filter(({ sent_at, failed_at }) => !sent_at && !failed_at)
    const nextRuns = await selectNextRuns(
      database,
      'emails',
      waiting.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...row, next_try_at: nextRuns.get(row.id) ?? null }))
  }

  const recordFailure = async (row: MailRow, error: unknown, isLastAttempt: boolean) => {
    const isFinal = error instanceof UndeliverableError || isLastAttempt
    onError(error, { id: row.id, kind: row.kind, isFinal })
    const fault = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    await database.orm
      .update(mails)
      .set({ fault, ...(isFinal ? { failed_at: now() } : {}) })
      .where(eq(mails.id, row.id))
    if (!isFinal) throw new RetryLaterError('An email could not be delivered.', { cause: error })
  }

  return {
    kind: transport.kind,
    async send(connection, email) {
      const id = randomUUID()
      const { text, html } = compose(email)
      const { kind, to, subject } = email
      await connection.orm
        .insert(mails)
        .values({ id, kind, recipient: to, subject, body: text, html, created_at: now() })
      await sendJob(connection, 'emails', id)
      return id
    },
    async deliver(id, isLastAttempt) {
      const row = await countAttempt(id)
      if (!row) return
      const { recipient, subject, body, html, created_at } = row
      try {
        await transport.deliver({
          id,
          to: recipient,
          subject,
          text: body ?? '',
          html: html ?? '',
          createdAt: created_at,
        })
      } catch (error) {
        return recordFailure(row, error, isLastAttempt)
      }
      const emptied = transport.kind === 'smtp' ? { body: null, html: null } : {}
      await database.orm
        .update(mails)
        .set({ sent_at: now(), fault: null, ...emptied })
        .where(eq(mails.id, id))
    },
    async sendMissingJobs() {
      const waiting = await database.orm.select({ id: mails.id }).from(mails).where(isWaiting)
      await sendMissingJobs(
        database,
        'emails',
        waiting.map(({ id }) => id),
      )
    },
    async list({ before, limit }) {
      const earlier =
        before === undefined
          ? undefined
          : sql`(${mails.created_at}, ${mails.id}) < (select created_at, id from mails where id = ${before}::uuid)`
      const newest = [desc(mails.created_at), desc(mails.id)]
      const rows = await database.orm
        .select(recordColumns)
        .from(mails)
        .where(earlier)
        .orderBy(...newest)
        .limit(limit)
      return withNextTry(rows)
    },
    async readOptional(id) {
      const allColumns = { ...getTableColumns(mails), is_kept: recordColumns.is_kept }
      const [row] = await withNextTry(
        await database.orm.select(allColumns).from(mails).where(eq(mails.id, id)),
      )
      return row ?? null
    },
    async deleteFilesTo(recipient) {
      const found = await database.orm
        .select({ id: mails.id, createdAt: mails.created_at })
        .from(mails)
        .where(eq(sql`lower(${mails.recipient})`, recipient.toLowerCase()))
      for (const mail of found) await transport.remove?.(mail)
    },
    async sweep() {
      const before = new Date(now().getTime() - retentionMs)
      const isSettled = or(isNotNull(mails.sent_at), isNotNull(mails.failed_at))
      await database.orm.delete(mails).where(and(lt(mails.created_at, before), isSettled))
      await transport.sweep?.(before)
    },
    close: () => transport.close(),
  }
}

interface MailSettings {
  /** `smtpUrl` is null for the outbox, a folder of `dataDir`. */
  mail: { smtpUrl: string | null; from: string }
  dataDir: string
}

export function openMailer({ mail, dataDir }: MailSettings, database: Database, logger: Logger): Mailer {
  const { smtpUrl, from } = mail
  return createMailer({
    database,
    transport:
      smtpUrl === null
        ? createOutbox(path.join(dataDir, 'outbox'), from)
        : createSmtpTransport({ url: smtpUrl, from }),
    onError: (err, { id, kind, isFinal }) =>
      logger.error({ err, mail_id: id, kind, is_final: isFinal }, 'A mail could not be delivered'),
  })
}

function toText({ paragraphs, action, closing }: Email): string {
  const parts = [...paragraphs, ...(action ? [`${action.text}:\n${action.url}`] : []), `--\n${closing}`]
  return `${parts.join('\n\n')}\n`
}

// Inline styles, because many mail clients drop style sheets. The colours are the light theme's; clients with
// a dark mode invert them.
const paragraphStyle = 'margin:0 0 16px;font-size:16px;line-height:1.5'
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:4px;background:#146665;color:#ffffff;font-weight:600;font-size:16px;text-decoration:none'
const smallStyle = 'margin:0;font-size:14px;line-height:1.5;color:#5b554c'

function toHtml({ language, subject, paragraphs, action, closing }: Email): string {
  const texts = paragraphs.map((text) => `<p style="${paragraphStyle}">${escapeHtml(text)}</p>`).join('\n')
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="${buttonStyle}">${escapeHtml(action.text)}</a></p>
<p style="${smallStyle}">${translatorOf('emails', language)('copyLink')}<br><a href="${escapeHtml(action.url)}" style="color:#146665;word-break:break-all">${escapeHtml(action.url)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#fbfaf7;color:#1c1a17;font-family:'Source Sans 3','Segoe UI',system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-family:Georgia,serif;font-weight:600;font-size:20px">${brand.name}</p>
${texts}
${button}
<p style="${smallStyle};margin-top:32px;padding-top:16px;border-top:1px solid #e4e0d6">${escapeHtml(closing)}</p>
</div>
</body>
</html>
`
}

/** An email as plain text and as HTML with the same content. */
export function compose(email: Email): { text: string; html: string } {
  return { text: toText(email), html: toHtml(email) }
}
