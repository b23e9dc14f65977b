import { type PublishedRate, routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { listAudit } from '../audit/read-audit.ts'
import type { StudentsParts } from '../students/change-students.ts'
import { deleteAnyStudent } from './delete-any-student.ts'
import {
  countClasses,
  countDocuments,
  countStudents,
  countTeachers,
  type ListParts,
  listClasses,
  listDocuments,
  listStudents,
  listTeachers,
} from './read-lists.ts'
import { readSchoolBaseline, switchSchoolBaseline } from './school-baseline.ts'

interface AdministrationParts extends ListParts, StudentsParts {
  /** How often the active detector flags human texts, by length. */
  rates: readonly PublishedRate[]
}

export function bindAdministration({ bind }: Binder, parts: AdministrationParts): void {
  const { database, rates } = parts
  bind(routes.listAllTeachers, (listing) => listTeachers(parts, listing))
  bind(routes.countAllTeachers, (filter) => countTeachers(database, filter))
  bind(routes.listAllStudents, (listing) => listStudents(database, listing))
  bind(routes.countAllStudents, (filter) => countStudents(database, filter))
  bind(routes.deleteAnyStudent, ({ id }, caller) => deleteAnyStudent(parts, id, caller))
  bind(routes.listAllClassGroups, (listing) => listClasses(database, listing))
  bind(routes.countAllClassGroups, (filter) => countClasses(database, filter))
  bind(routes.listEveryDocument, (listing) => listDocuments(database, listing))
  bind(routes.countEveryDocument, (filter) => countDocuments(database, filter))
  bind(routes.listAudit, ({ deed, ...page }) => listAudit(database, { ...page, action: deed }))
  bind(routes.readSchoolBaseline, () => readSchoolBaseline(database, rates))
  bind(routes.switchSchoolBaseline, ({ is_shared }, caller) => switchSchoolBaseline(database, rates, is_shared, caller))
}
