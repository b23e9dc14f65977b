import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { ReportsParts } from '../reports/parts.ts'
import { exportClassGroup } from './export-class-group.ts'
import { exportReports } from './export-reports.ts'
import { exportStudentWriting } from './export-student-writing.ts'

export function bindClassExports({ bind }: Binder, parts: Pick<ReportsParts, 'database' | 'printer'>): void {
  bind(routes.exportClassGroup, (wanted, caller) => exportClassGroup(parts.database, wanted, caller))
  bind(routes.exportClassReports, (wanted, caller) => exportReports(parts, wanted, caller))
  bind(routes.exportStudentWriting, (wanted, caller) => exportStudentWriting(parts.database, wanted, caller))
}
