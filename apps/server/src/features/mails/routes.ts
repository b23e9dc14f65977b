import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { Post } from '../../outside/mail/post.ts'
import { listMails, readMail } from './actions.ts'

export function bindMails({ bind }: Binder, database: Database, post: Post): void {
  bind(routes.listMails, (page) => listMails(post, page))
  bind(routes.readMail, ({ id }, caller) => readMail({ database, post }, id, caller))
}
