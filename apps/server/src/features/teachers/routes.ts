import { routes } from '@penmark/contract'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { readProfile, saveProfile } from './actions.ts'
import { changeLimits } from './change-limits.ts'

export function bindTeachers({ bind }: Binder, database: Database, logger: Logger): void {
  bind(routes.readProfile, (_input, caller) => readProfile(database, caller))
  bind(routes.saveProfile, (profile, caller) => saveProfile(database, caller, profile))
  bind(routes.updateUsageLimits, (change, caller) => changeLimits({ database, logger }, change, caller))
}
