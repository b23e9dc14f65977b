import { isId, type Mail, type MailPage, type MailText, routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Database } from '../../../services/database/database.ts'
import type { Mailer, MailRecord } from '../../../services/mail/mailer.ts'

export function bindMails({ bind }: Binder, database: Database, mailer: Mailer): void {
  bind(routes.listMails, (page) => listMails(mailer, page))
  bind(routes.readMail, ({ id }, caller) => readMail({ database, mailer }, id, caller))
}

function stateOf({
  sent_at,
  failed_at,
  is_kept,
}: Pick<MailRecord, 'sent_at' | 'failed_at' | 'is_kept'>): Mail['state'] {
  if (sent_at) return is_kept ? 'undelivered' : 'sent'
  return failed_at ? 'failed' : 'waiting'
}

function toMail(row: MailRecord): Mail {
  const { id, kind, recipient, subject, tries, fault, created_at, sent_at, next_try_at } = row
  const state = stateOf(row)
  return {
    id,
    kind,
    recipient,
    subject,
    state,
    tries,
    fault,
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
    next_try_at: next_try_at?.toISOString() ?? null,
  }
}

/** A page of all emails, for administrators; `before` is the id of the previous page's last one. */
async function listMails(
  mailer: Mailer,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<MailPage> {
  if (before !== undefined && !isId(before)) return { sent_by: mailer.kind, mails: [] }
  return { sent_by: mailer.kind, mails: (await mailer.list({ before, limit })).map(toMail) }
}

/** Its text may hold a link that opens an account, so record who reads it first. */
async function readMail(
  { database, mailer }: { database: Database; mailer: Mailer },
  id: string,
  administrator: Owner,
): Promise<MailText> {
  const row = isId(id) ? await mailer.readOptional(id) : null
  if (!row) throw problem('not_found', 'email_not_stored')
  await recordAction(database, administrator, {
    action: 'mail.read',
    target_id: id,
    details: { kind: row.kind },
  })
  return { ...toMail(row), text: row.body }
}
