import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import {
  addMember,
  type ClassGroupsDependencies,
  createClassGroup,
  deleteClassGroup,
  removeMember,
  updateClassGroup,
} from './change-class-groups.ts'

import { listClassGroups, readClassGroup } from './read-class-groups.ts'

export function bindClassGroups({ bind }: Binder, dependencies: ClassGroupsDependencies): void {
  const { database } = dependencies
  bind(routes.listClassGroups, (_input, caller) => listClassGroups(database, caller))
  bind(routes.createClassGroup, (fields, caller) => createClassGroup(database, fields, caller))
  bind(routes.readClassGroup, ({ id }, caller) => readClassGroup(database, id, caller))
  bind(routes.updateClassGroup, ({ id, ...fields }, caller) => updateClassGroup(database, id, fields, caller))
  bind(routes.deleteClassGroup, ({ id }, caller) => deleteClassGroup(dependencies, id, caller))
  bind(routes.addClassStudent, ({ id, student_id }, caller) => addMember(database, { class_group_id: id, student_id }, caller))
  bind(routes.removeClassStudent, ({ id, student_id }, caller) => removeMember(database, { class_group_id: id, student_id }, caller))
}
