import { type Attachment, routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import { pdfFilename } from '../../filenames.ts'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'
import type { PrintedOverlap, PrintedWriting, PrintOrder } from '../../print/messages.ts'
import type { Printer } from '../../print/printer.ts'
import { compareWithBaseline } from '../baseline/baseline.ts'
import { type ResultsDependencies, readReport, recheckDocument, requireResults } from '../documents/results/results.ts'
import { assignmentLine, toCheck } from '../documents/results/rules.ts'
import { compareWithEarlier } from '../earlier-writing/earlier-writing.ts'
import { readFinishedLookUp } from '../references/references.ts'

/** What printing a report needs. */
export interface PrintDependencies {
  database: Database
  printer: Printer
  /** How a text was written, which a feature of a higher layer knows; null unless it was handed in from a writing task. */
  readWriting: (id: string, owner: Owner) => Promise<PrintedWriting | null>
  /** What a text shares with others, which a feature of a higher layer knows. */
  readOverlap: (id: string, owner: Owner) => Promise<PrintedOverlap[]>
}

export function bindReports({ bind }: Binder, dependencies: PrintDependencies & ResultsDependencies): void {
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
