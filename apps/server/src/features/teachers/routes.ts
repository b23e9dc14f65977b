import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { readProfile, saveProfile } from './actions.ts'

export function bindTeachers({ bind }: Binder, database: Database): void {
  bind(routes.readProfile, (_input, caller) => readProfile(database, caller))
  bind(routes.saveProfile, (profile, caller) => saveProfile(database, caller, profile))
}
