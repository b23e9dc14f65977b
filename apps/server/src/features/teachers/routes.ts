import { routes } from '@penmark/contract'
import type { Logger } from 'pino'
import type { Binder } from '../../http/bind.ts'
import { readProfile, type SaveProfileDependencies, saveProfile } from './actions.ts'
import { changeLimits } from './change-limits.ts'
import { removeTwoFactor } from './two-factor.ts'

interface TeachersRoutesDependencies extends SaveProfileDependencies {
  logger: Logger
}

export function bindTeachers({ bind }: Binder, dependencies: TeachersRoutesDependencies): void {
  bind(routes.readProfile, (_input, caller) => readProfile(dependencies, caller))
  bind(routes.saveProfile, (profile, caller) => saveProfile(dependencies, caller, profile))
  bind(routes.updateUsageLimits, (change, caller) => changeLimits(dependencies, change, caller))
  bind(routes.removeTwoFactor, (teacher, caller) => removeTwoFactor(dependencies, teacher, caller))
}
