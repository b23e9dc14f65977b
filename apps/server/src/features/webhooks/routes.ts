import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  type WebhooksParts,
} from './keep-webhooks.ts'

export function bindWebhooks({ bind }: Binder, parts: WebhooksParts): void {
  bind(routes.listWebhooks, (_input, caller) => listWebhooks(parts, caller))
  bind(routes.createWebhook, (input, caller) => createWebhook(parts, input, caller))
  bind(routes.changeWebhook, ({ id, state }, caller) => changeWebhook(parts, id, state, caller))
  bind(routes.deleteWebhook, ({ id }, caller) => deleteWebhook(parts, id, caller))
  bind(routes.rotateWebhookSecret, ({ id }, caller) => rotateWebhookSecret(parts, id, caller))
  bind(routes.testWebhook, ({ id }, caller) => testWebhook(parts, id, caller))
  bind(routes.listDeliveries, ({ id }, caller) => listDeliveries(parts, id, caller))
}
