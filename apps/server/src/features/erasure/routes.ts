import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { readErasure, requestErasure } from './ask-erasure.ts'

export function bindErasure({ bind, bindPublic }: Binder, database: Database): void {
  bind(routes.eraseTeacher, (_confirmation, caller) => requestErasure(database, caller))
  bindPublic(routes.readErasure, ({ id }) => readErasure(database, id))
}
