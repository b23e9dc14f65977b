import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { type SupportParts, sendOwnMessage, sendPublicMessage } from './send-message.ts'

export function bindSupport({ bind, bindPublic }: Binder, parts: SupportParts): void {
  bindPublic(routes.contactPublic, (input, { network }) => sendPublicMessage(parts, input, network))
  bind(routes.contactSupport, (input, { teacher_id }) => sendOwnMessage(parts, input, teacher_id))
}
