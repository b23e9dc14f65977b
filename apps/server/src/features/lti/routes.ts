import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { answerLaunch } from './deep-linking/answer-launch.ts'
import { openLaunch } from './launch/open-launch.ts'
import type { LtiParts } from './parts.ts'
import { addPlatform, changePlatform, invitePlatform, listPlatforms, removePlatform } from './platforms/keep-platforms.ts'
import { addStudents, readCourse } from './roster/add-students.ts'

export function bindLti({ bind }: Binder, parts: LtiParts): void {
  bind(routes.listLtiPlatforms, () => listPlatforms(parts))
  bind(routes.addLtiPlatform, (input, caller) => addPlatform(parts, input, caller))
  bind(routes.changeLtiPlatform, ({ id, deployment_ids }, caller) => changePlatform(parts, id, deployment_ids, caller))
  bind(routes.inviteLtiPlatform, (_, caller) => invitePlatform(parts, caller))
  bind(routes.removeLtiPlatform, ({ id }, caller) => removePlatform(parts, id, caller))
  bind(routes.readLtiCourse, ({ id }, caller) => readCourse(parts, id, caller))
  bind(routes.addLtiStudents, ({ id }, caller) => addStudents(parts, id, caller))
  bind(routes.openLtiLaunch, ({ ticket, confirm }, caller) => openLaunch(parts, ticket, confirm, caller))
  bind(routes.answerLtiLaunch, ({ ticket, ...choice }, caller) => answerLaunch(parts, ticket, choice, caller))
}
