import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { ReportsDependencies } from '../reports/dependencies.ts'
import { exportClassGroup } from './export-class-group.ts'
import { exportReports } from './export-reports.ts'
import { exportStudentWriting } from './export-student-writing.ts'

export function bindClassExports({ bind }: Binder, dependencies: Pick<ReportsDependencies, 'database' | 'printer'>): void {
  bind(routes.exportClassGroup, (wanted, caller) => exportClassGroup(dependencies.database, wanted, caller))
  bind(routes.exportClassReports, (wanted, caller) => exportReports(dependencies, wanted, caller))
  bind(routes.exportStudentWriting, (wanted, caller) => exportStudentWriting(dependencies.database, wanted, caller))
}
