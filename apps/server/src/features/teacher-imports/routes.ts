import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { type ImportDependencies, importTeachers, listImports } from './import-teachers.ts'

export function bindTeacherImports({ bind }: Binder, dependencies: ImportDependencies): void {
  bind(routes.listTeacherImports, () => listImports(dependencies))
  bind(routes.importTeachers, (input, caller) => importTeachers(dependencies, input, caller))
}
