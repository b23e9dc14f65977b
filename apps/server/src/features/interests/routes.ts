import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { listInterests, registerInterest } from './interests.ts'

export function bindInterests({ bind }: Binder, database: Database): void {
  bind(routes.listInterests, () => listInterests(database))
  bind(routes.registerInterest, (interest, caller) => registerInterest(database, interest, caller))
}
