import type { Database } from '../services/database/database.ts'
import type { Mailer } from '../services/mail/mailer.ts'
import { RetryLaterError } from '../services/queue/background-queues.ts'

/** Tries once to deliver each waiting email, as a worker does, and returns how many went out. */
export async function deliverEmails(
  database: Database,
  mailer: Pick<Mailer, 'deliver'>,
  isLastAttempt = false,
): Promise<number> {
  const { rows } = await database.query(
    'select id from mails where sent_at is null and failed_at is null order by created_at',
  )
  for (const { id } of rows) {
    await mailer.deliver(String(id), isLastAttempt).catch((error: unknown) => {
      if (!(error instanceof RetryLaterError)) throw error
    })
  }
  const ids = rows.map(({ id }) => String(id))
  const sent = await database.query(
    'select count(*)::float8 as sent from mails where id = any($1::uuid[]) and sent_at is not null',
    [ids],
  )
  return Number(sent.rows[0]?.sent)
}
