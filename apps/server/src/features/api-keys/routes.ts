import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'

export function bindApiKeys({ bind }: Binder, database: Database): void {
  bind(routes.listApiKeys, (_input, caller) => listApiKeys(database, caller))
  bind(routes.createApiKey, (input, caller) => createApiKey(database, input, caller))
  bind(routes.revokeApiKey, ({ id }, caller) => revokeApiKey(database, id, caller))
}
