import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { readBaseline, readClassBaseline } from './baseline.ts'

export function bindBaseline({ bind }: Binder, database: Database): void {
  bind(routes.readBaseline, ({ id }, caller) => readBaseline(database, id, caller))
  bind(routes.readClassBaseline, ({ id }, caller) => readClassBaseline(database, id, caller))
}
