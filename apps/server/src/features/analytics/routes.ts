import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { type AnalyticsParts, listClassTallies, readAnalytics, readClassAnalytics } from './read-analytics.ts'

export function bindAnalytics({ bind }: Binder, parts: AnalyticsParts): void {
  bind(routes.readAnalytics, (_input, caller) => readAnalytics(parts, caller))
  bind(routes.listClassTallies, (_input, caller) => listClassTallies(parts, caller))
  bind(routes.readClassAnalytics, ({ id }, caller) => readClassAnalytics(parts, id, caller))
}
