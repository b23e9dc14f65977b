import { randomUUID } from 'node:crypto'
import { and, desc, eq, getTableColumns, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Connection, Database } from '../../database/database.ts'
import { compose } from './compose.ts'
import { type Letter, type Mail, type Mailer, UndeliverableError } from './mail.ts'
import { mails } from './tables.ts'

export type MailRow = typeof mails.$inferSelect

/** The one door to mail. */
export interface Post {
  /** `outbox` reaches nobody by itself: say so where a person waits for a mail. */
  readonly kind: Mailer['kind']
  /** Writes a letter into the caller's transaction: it is sent exactly if what it is about was kept. Answers the mail's id. */
  send(connection: Connection, letter: Letter): Promise<string>
  /** Delivers what is due, one after the other, and answers how many went out. Several processes may do so at once. */
  deliverDue(): Promise<number>
  /** Mails made before the row `before` (a mail's id), newest first, without their text. */
  list(page: { before?: string | undefined; limit: number }): Promise<Omit<MailRow, 'body' | 'html'>[]>
  /** One mail; null when there is none. */
  readOptional(id: string): Promise<MailRow | null>
  /** Removes the files of every mail to an address. The rows are the caller's to erase, so that they can be counted. */
  forget(recipient: string): Promise<void>
  /** Removes mails, their files and their records that are older than they are kept. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export const mailTimes = {
  /** A try that says nothing for so long belongs to a process that died. */
  tryMs: 2 * 60_000,
  /** Between the tries; after the last the mail has failed. A server that is down over a weekend loses none. */
  retryAfterMs: [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000, 6 * 3_600_000, 12 * 3_600_000, 24 * 3_600_000, 24 * 3_600_000],
  keepMs: 30 * 24 * 3_600_000,
} as const

export interface PostOptions {
  database: Database
  mailer: Mailer & { sweep?: (before: Date) => Promise<void>; remove?: (mail: Pick<Mail, 'id' | 'createdAt'>) => Promise<void> }
  /** Told of mails that could not be delivered, without their text or recipient. */
  onError: (error: unknown, mail: { id: string; kind: string; isFinal: boolean }) => void
  now?: () => Date
}

const { body: _body, html: _html, ...recordColumns } = getTableColumns(mails)

/** Mail waits in a table and is sent from there, so that a process that dies loses none. */
export function createPost({ database, mailer, onError, now = () => new Date() }: PostOptions): Post {
  const later = (milliseconds: number) => new Date(now().getTime() + milliseconds)

  /** Takes the next mail that is due. While it is tried nobody else takes it; a dead process's turn comes round again. */
  const take = async (): Promise<MailRow | null> => {
    const due = sql`(select id from mails where sent_at is null and failed_at is null and next_try_at <= ${now().toISOString()}::timestamptz
      order by next_try_at limit 1 for update skip locked)`
    const [row] = await database.orm
      .update(mails)
      .set({ tries: sql`${mails.tries} + 1`, next_try_at: later(mailTimes.tryMs) })
      .where(eq(mails.id, due))
      .returning()
    return row ?? null
  }

  const settle = async (row: MailRow, error: unknown) => {
    const wait = mailTimes.retryAfterMs[row.tries - 1]
    const isFinal = error instanceof UndeliverableError || wait === undefined
    onError(error, { id: row.id, kind: row.kind, isFinal })
    const fault = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    await database.orm
      .update(mails)
      .set(isFinal ? { failed_at: now(), fault } : { next_try_at: later(wait), fault })
      .where(eq(mails.id, row.id))
  }

  const deliver = async (row: MailRow): Promise<boolean> => {
    try {
      const { id, recipient, subject, body, html, created_at } = row
      await mailer.deliver({ id, to: recipient, subject, text: body ?? '', html: html ?? '', createdAt: created_at })
    } catch (error) {
      await settle(row, error)
      return false
    }
    const emptied = mailer.kind === 'smtp' ? { body: null, html: null } : {}
    await database.orm
      .update(mails)
      .set({ sent_at: now(), fault: null, ...emptied })
      .where(eq(mails.id, row.id))
    return true
  }

  return {
    kind: mailer.kind,
    async send(connection, letter) {
      const id = randomUUID()
      const { text, html } = compose(letter)
      const { kind, to, subject } = letter
      await connection.orm
        .insert(mails)
        .values({ id, kind, recipient: to, subject, body: text, html, created_at: now(), next_try_at: now() })
      return id
    },
    async deliverDue() {
      let delivered = 0
      for (let row = await take(); row !== null; row = await take()) if (await deliver(row)) delivered += 1
      return delivered
    },
    async list({ before, limit }) {
      const earlier =
        before === undefined
          ? undefined
          : sql`(${mails.created_at}, ${mails.id}) < (select created_at, id from mails where id = ${before}::uuid)`
      return database.orm.select(recordColumns).from(mails).where(earlier).orderBy(desc(mails.created_at), desc(mails.id)).limit(limit)
    },
    async readOptional(id) {
      const [row] = await database.orm.select().from(mails).where(eq(mails.id, id))
      return row ?? null
    },
    async forget(recipient) {
      const found = await database.orm
        .select({ id: mails.id, createdAt: mails.created_at })
        .from(mails)
        .where(eq(sql`lower(${mails.recipient})`, recipient.toLowerCase()))
      for (const mail of found) await mailer.remove?.(mail)
    },
    async sweep() {
      const before = later(-mailTimes.keepMs)
      const isOver = or(isNotNull(mails.sent_at), isNotNull(mails.failed_at))
      await database.orm.delete(mails).where(and(lt(mails.created_at, before), isOver))
      await mailer.sweep?.(before)
    },
    close: () => mailer.close(),
  }
}
