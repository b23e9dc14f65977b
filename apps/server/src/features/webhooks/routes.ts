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
  type WebhooksDependencies,
} from './keep-webhooks.ts'

export function bindWebhooks({ bind }: Binder, dependencies: WebhooksDependencies): void {
  bind(routes.listWebhooks, (_input, caller) => listWebhooks(dependencies, caller))
  bind(routes.createWebhook, (input, caller) => createWebhook(dependencies, input, caller))
  bind(routes.changeWebhook, ({ id, state }, caller) => changeWebhook(dependencies, id, state, caller))
  bind(routes.deleteWebhook, ({ id }, caller) => deleteWebhook(dependencies, id, caller))
  bind(routes.rotateWebhookSecret, ({ id }, caller) => rotateWebhookSecret(dependencies, id, caller))
  bind(routes.testWebhook, ({ id }, caller) => testWebhook(dependencies, id, caller))
  bind(routes.listDeliveries, ({ id }, caller) => listDeliveries(dependencies, id, caller))
}
