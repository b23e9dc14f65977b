import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { Post } from '../../outside/mail/post.ts'
import { listMails, readMail } from './actions.ts'

export function bindMails({ bind }: Binder, post: Post): void {
  bind(routes.listMails, (page) => listMails(post, page))
  bind(routes.readMail, ({ id }) => readMail(post, id))
}
