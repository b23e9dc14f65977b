import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { type AnalyticsDependencies, listClassTallies, readAnalytics, readClassAnalytics } from './analytics.ts'

export function bindAnalytics({ bind }: Binder, dependencies: AnalyticsDependencies): void {
  bind(routes.readAnalytics, (_input, caller) => readAnalytics(dependencies, caller))
  bind(routes.listClassTallies, (_input, caller) => listClassTallies(dependencies, caller))
  bind(routes.readClassAnalytics, ({ id }, caller) => readClassAnalytics(dependencies, id, caller))
}
