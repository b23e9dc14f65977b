import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { addStudents } from './add-students.ts'
import { addPlatform, listPlatforms, removePlatform } from './keep-platforms.ts'
import { openLaunch } from './open-launch.ts'
import type { LtiParts } from './parts.ts'

export function bindLti({ bind }: Binder, parts: LtiParts): void {
  bind(routes.listLtiPlatforms, () => listPlatforms(parts))
  bind(routes.addLtiPlatform, (input, caller) => addPlatform(parts, input, caller))
  bind(routes.removeLtiPlatform, ({ id }, caller) => removePlatform(parts, id, caller))
  bind(routes.addLtiStudents, ({ id }, caller) => addStudents(parts, id, caller))
  bind(routes.openLtiLaunch, ({ ticket, confirm }, caller) => openLaunch(parts, ticket, confirm, caller))
}
