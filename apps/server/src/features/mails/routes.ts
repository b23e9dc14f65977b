import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import { listMails, readMail } from './actions.ts'

export function bindMails({ bind }: Binder, database: Database, mailer: Mailer): void {
  bind(routes.listMails, (page) => listMails(mailer, page))
  bind(routes.readMail, ({ id }, caller) => readMail({ database, mailer }, id, caller))
}
