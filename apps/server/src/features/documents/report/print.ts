import type { Attachment, Document, FrozenReport } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import type { Owner } from '../../../http/caller.ts'
import { pdfFilename } from '../../../lib/filenames.ts'
import type { PrintOrder } from '../../../pdf/messages.ts'
import type { Printer } from '../../../pdf/printer.ts'
import type { Database } from '../../../services/database/database.ts'
import { requireResults } from './report.ts'
import { assignmentLine, toCheck } from './rules.ts'

/** What features above documents add to a report, by name. */
type ReportSections = Pick<
  PrintOrder,
  'baseline' | 'earlier' | 'writing' | 'overlap' | 'handedInBefore' | 'sources' | 'school' | 'lookUp'
>

/** A completed document with its first result. */
export interface CompletedDocument {
  document: Document
  report: FrozenReport
}

/** Reads each section for the owner of the document. Registered in `report-sections.ts`. */
export type SectionReaders = {
  [Name in keyof ReportSections]: (
    completed: CompletedDocument,
    owner: Owner,
  ) => Promise<ReportSections[Name]>
}

/** What printing a report needs. */
export interface PrintDependencies {
  database: Database
  printer: Printer
  sections: SectionReaders
}

export type PrintReader = Pick<PrintOrder, 'language' | 'time_zone' | 'appendix'>

const nameOf = ({ student_details: student }: Document) =>
  student && `${student.first_name} ${student.last_name}`.trim()

/** The report as a PDF in the reader's locale (English when unknown) and time zone. */
export async function printReport(
  { database, printer, sections }: PrintDependencies,
  id: string,
  reader: PrintReader,
  caller: Owner,
): Promise<Attachment> {
  const { document, first: report, later } = await requireResults(database, id, caller)
  const completed = { document, report }
  const filename = readableName(document)
  const content = await printer.print({
    report,
    baseline: await sections.baseline(completed, caller),
    earlier: await sections.earlier(completed, caller),
    writing: await sections.writing(completed, caller),
    overlap: await sections.overlap(completed, caller),
    handedInBefore: await sections.handedInBefore(completed, caller),
    sources: await sections.sources(completed, caller),
    school: await sections.school(completed, caller),
    lookUp: await sections.lookUp(completed, caller),
    checks: later.map(toCheck),
    filename,
    original_filename: document.original_filename,
    owner: assignmentLine(document),
    ...reader,
  })
  return { filename: pdfFilename([nameOf(document), filename].filter(Boolean).join(' - ')), content }
}
