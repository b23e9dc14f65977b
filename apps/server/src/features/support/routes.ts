import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { type SupportDependencies, sendOwnMessage, sendPublicMessage } from './messages.ts'

export function bindSupport({ bind, bindPublic }: Binder, dependencies: SupportDependencies): void {
  bindPublic(routes.contactPublic, (input, { network }) => sendPublicMessage(dependencies, input, network))
  bind(routes.contactSupport, (input, { teacher_id }) => sendOwnMessage(dependencies, input, teacher_id))
}
