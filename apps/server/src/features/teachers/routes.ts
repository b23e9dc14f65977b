import { routes } from '@penmark/contract'
import type { Logger } from 'pino'
import type { Binder } from '../../http/bind.ts'
import { readProfile, type SaveProfileParts, saveProfile } from './actions.ts'
import { changeLimits } from './change-limits.ts'
import { removeTwoFactor } from './two-factor.ts'

interface TeachersRoutesParts extends SaveProfileParts {
  logger: Logger
}

export function bindTeachers({ bind }: Binder, parts: TeachersRoutesParts): void {
  bind(routes.readProfile, (_input, caller) => readProfile(parts, caller))
  bind(routes.saveProfile, (profile, caller) => saveProfile(parts, caller, profile))
  bind(routes.updateUsageLimits, (change, caller) => changeLimits(parts, change, caller))
  bind(routes.removeTwoFactor, (teacher, caller) => removeTwoFactor(parts, teacher, caller))
}
