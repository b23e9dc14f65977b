import { type Attachment, routes } from '@penmark/contract'
import { pdfFilename } from '../../filenames.ts'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'
import type { PrintOrder } from '../../print/messages.ts'
import { compareWithBaseline } from '../baseline/baseline.ts'
import { compareWithEarlier } from '../earlier-writing/earlier-writing.ts'
import { readFinishedLookUp } from '../references/references.ts'
import { type PrintDependencies, type ReportsDependencies, readReport, recheckDocument, requireResults } from './results.ts'
import { assignmentLine, toCheck } from './rules.ts'

export function bindReports({ bind }: Binder, dependencies: ReportsDependencies): void {
  bind(routes.readReport, ({ id }, caller) => readReport(dependencies, id, caller))
  bind(routes.printReport, ({ id, language, time_zone, appendix = false }, caller) =>
    printReport(dependencies, id, { language: language ?? 'en-GB', time_zone, appendix }, caller),
  )
  bind(routes.recheckDocument, ({ id }, caller) => recheckDocument(dependencies, id, caller))
}

type Reader = Pick<PrintOrder, 'language' | 'time_zone' | 'appendix'>

/** The report as a PDF in the reader's locale (English when unknown) and time zone. */
export async function printReport(
  { database, printer, readWriting, readOverlap }: PrintDependencies,
  id: string,
  reader: Reader,
  caller: Owner,
): Promise<Attachment> {
  const { document, first, later } = await requireResults(database, id, caller)
  const filename = document.original_filename
  const baseline = await compareWithBaseline(database, document, first)
  const content = await printer.print({
    report: first,
    baseline,
    earlier: await compareWithEarlier(database, document),
    writing: await readWriting(id, caller),
    overlap: await readOverlap(id, caller),
    lookUp: await readFinishedLookUp(database, id, caller),
    checks: later.map(toCheck),
    filename,
    owner: assignmentLine(document),
    ...reader,
  })
  return { filename: pdfFilename(filename), content }
}
