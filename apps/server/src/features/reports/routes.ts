import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { printReport } from './print-report.ts'
import { type ReportsDependencies, readReport, recheckDocument } from './results.ts'

export function bindReports({ bind }: Binder, dependencies: ReportsDependencies): void {
  bind(routes.readReport, ({ id }, caller) => readReport(dependencies, id, caller))
  bind(routes.printReport, ({ id, language, time_zone }, caller) =>
    printReport(dependencies, id, { language: language ?? 'en-GB', time_zone }, caller),
  )
  bind(routes.recheckDocument, ({ id }, caller) => recheckDocument(dependencies, id, caller))
}
