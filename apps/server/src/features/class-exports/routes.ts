import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { PrintDependencies } from '../reports/dependencies.ts'
import { exportClassGroup } from './export-class-group.ts'
import { exportReports } from './export-reports.ts'
import { exportStudentWriting } from './export-student-writing.ts'

export function bindClassExports({ bind }: Binder, dependencies: PrintDependencies): void {
  bind(routes.exportClassGroup, (input, caller) => exportClassGroup(dependencies.database, input, caller))
  bind(routes.exportClassReports, (input, caller) => exportReports(dependencies, input, caller))
  bind(routes.exportStudentWriting, (input, caller) => exportStudentWriting(dependencies.database, input, caller))
}
