import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { previewRetention, readRetention, saveRetention } from './keep-retention.ts'

export function bindRetention({ bind }: Binder, database: Database): void {
  bind(routes.readRetention, (_input, caller) => readRetention(database, caller))
  bind(routes.saveRetention, (input, caller) => saveRetention(database, input, caller))
  bind(routes.previewRetention, (input, caller) => previewRetention(database, input, caller))
}
