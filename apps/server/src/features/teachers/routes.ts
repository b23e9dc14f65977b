import { routes } from '@penmark/contract'
import type { Logger } from 'pino'
import type { Binder } from '../../http/bind.ts'
import type { StorageQuota } from '../storage/rules.ts'
import type { Portals } from '../subscriptions/portal-address.ts'
import { readProfile, saveProfile } from './actions.ts'
import { changeLimits } from './change-limits.ts'
import { removeTwoFactor, type TwoFactorParts } from './two-factor.ts'

interface TeachersRoutesParts extends Portals, TwoFactorParts {
  logger: Logger
  storageQuota: StorageQuota
}

export function bindTeachers({ bind }: Binder, parts: TeachersRoutesParts): void {
  bind(routes.readProfile, (_input, caller) => readProfile(parts, caller))
  bind(routes.saveProfile, (profile, caller) => saveProfile(parts, caller, profile))
  bind(routes.updateUsageLimits, (change, caller) => changeLimits(parts, change, caller))
  bind(routes.removeTwoFactor, (teacher, caller) => removeTwoFactor(parts, teacher, caller))
}
