import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { answerLaunch } from './deep-linking.ts'
import type { LtiDependencies } from './dependencies.ts'
import { openLaunch } from './launch/open-launch.ts'
import { addPlatform, changePlatform, invitePlatform, listPlatforms, removePlatform } from './platforms/keep-platforms.ts'
import { addStudents, readCourse } from './roster/add-students.ts'

export function bindLti({ bind }: Binder, dependencies: LtiDependencies): void {
  bind(routes.listLtiPlatforms, () => listPlatforms(dependencies))
  bind(routes.addLtiPlatform, (input, caller) => addPlatform(dependencies, input, caller))
  bind(routes.changeLtiPlatform, ({ id, deployment_ids }, caller) => changePlatform(dependencies, id, deployment_ids, caller))
  bind(routes.inviteLtiPlatform, (_, caller) => invitePlatform(dependencies, caller))
  bind(routes.removeLtiPlatform, ({ id }, caller) => removePlatform(dependencies, id, caller))
  bind(routes.readLtiCourse, ({ id }, caller) => readCourse(dependencies, id, caller))
  bind(routes.addLtiStudents, ({ id }, caller) => addStudents(dependencies, id, caller))
  bind(routes.openLtiLaunch, ({ ticket, confirm }, caller) => openLaunch(dependencies, ticket, confirm, caller))
  bind(routes.answerLtiLaunch, ({ ticket, ...choice }, caller) => answerLaunch(dependencies, ticket, choice, caller))
}
