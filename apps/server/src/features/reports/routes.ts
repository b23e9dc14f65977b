import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { recheckDocument } from './keep-report.ts'
import type { ReportsParts } from './parts.ts'
import { printReport } from './print-report.ts'
import { readReport } from './read-report.ts'

export function bindReports({ bind }: Binder, parts: ReportsParts): void {
  bind(routes.readReport, ({ id }, caller) => readReport(parts, id, caller))
  bind(routes.printReport, ({ id, language, time_zone }, caller) =>
    printReport(parts, id, { language: language ?? 'en-GB', time_zone }, caller),
  )
  bind(routes.recheckDocument, ({ id }, caller) => recheckDocument(parts, id, caller))
}
