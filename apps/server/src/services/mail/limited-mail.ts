import { and, count, eq, gt } from 'drizzle-orm'
import { dayMs } from '../../lib/durations.ts'
import { sha256 } from '../../lib/secrets.ts'
import type { Connection } from '../database/database.ts'
import type { Email } from './mail.ts'
import { type Mailer, mails } from './mailer.ts'

/** How many emails about one topic one person may cause another to get within a day. */
interface MailLimit {
  topic: 'comparison' | 'student-link' | 'student-news' | 'appeal'
  /** Whose action sends the email, by the id of their account. */
  causedBy: string
  perDay: number
}

/**
 * Sends an email that one person causes another to get, unless that was enough within a day. Returns whether
 * it was sent: whoever calls this shows in the product what the email would have said.
 */
export async function sendLimited(
  connection: Connection,
  mailer: Pick<Mailer, 'send'>,
  email: Email,
  { topic, causedBy, perDay }: MailLimit,
): Promise<boolean> {
  // A hash, so that the email does not name who caused it once that account is erased.
  const limit_hash = sha256([topic, causedBy, email.to.toLowerCase()].join('\n'))
  // Until the transaction ends: two calls at once would otherwise both count none.
  await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [limit_hash])
  const [sent] = await connection.orm
    .select({ count: count() })
    .from(mails)
    .where(and(eq(mails.limit_hash, limit_hash), gt(mails.created_at, new Date(Date.now() - dayMs))))
  if ((sent?.count ?? 0) >= perDay) return false
  const id = await mailer.send(connection, email)
  await connection.orm.update(mails).set({ limit_hash }).where(eq(mails.id, id))
  return true
}
