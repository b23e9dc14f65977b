import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { removeSamples } from './samples.ts'

export function bindSamples({ bind }: Binder, database: Database): void {
  bind(routes.removeSamples, (_input, caller) => removeSamples(database, caller))
}
