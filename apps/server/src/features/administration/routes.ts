import { type PublishedRate, routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { listAudit } from '../audit/audit.ts'
import { deleteAnyStudent, type StudentsDependencies } from '../students/change-students.ts'

import {
  countClasses,
  countDocuments,
  countStudents,
  countTeachers,
  type ListDependencies,
  listClasses,
  listDocuments,
  listStudents,
  listTeachers,
} from './read-lists.ts'
import { readSchoolBaseline, switchSchoolBaseline } from './school-baseline.ts'

interface AdministrationDependencies extends ListDependencies, StudentsDependencies {
  /** How often the active detector flags human texts, by length. */
  rates: readonly PublishedRate[]
}

export function bindAdministration({ bind }: Binder, dependencies: AdministrationDependencies): void {
  const { database, rates } = dependencies
  bind(routes.listAllTeachers, (listing) => listTeachers(dependencies, listing))
  bind(routes.countAllTeachers, (filter) => countTeachers(database, filter))
  bind(routes.listAllStudents, (listing) => listStudents(database, listing))
  bind(routes.countAllStudents, (filter) => countStudents(database, filter))
  bind(routes.deleteAnyStudent, ({ id }, caller) => deleteAnyStudent(dependencies, id, caller))
  bind(routes.listAllClassGroups, (listing) => listClasses(database, listing))
  bind(routes.countAllClassGroups, (filter) => countClasses(database, filter))
  bind(routes.listEveryDocument, (listing) => listDocuments(database, listing))
  bind(routes.countEveryDocument, (filter) => countDocuments(database, filter))
  bind(routes.listAudit, ({ deed, ...page }) => listAudit(database, { ...page, action: deed }))
  bind(routes.readSchoolBaseline, () => readSchoolBaseline(database, rates))
  bind(routes.switchSchoolBaseline, ({ is_shared }, caller) => switchSchoolBaseline(database, rates, is_shared, caller))
}
