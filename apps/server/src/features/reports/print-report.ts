import type { Attachment } from '@penmark/contract'
import type { Caller } from '../../http/caller.ts'
import type { ReportsParts } from './parts.ts'
import { requireResults } from './read-report.ts'
import { pdfFilename, toCheck } from './rules.ts'

/** The report as a PDF in the given language (a tag; English where it is none of ours). */
export async function printReport({ database, printer }: ReportsParts, id: string, language: string, caller: Caller): Promise<Attachment> {
  const { document, first, later } = await requireResults(database, id, caller)
  const filename = document.original_filename
  const content = await printer.print({ report: first, checks: later.map(toCheck), filename, language })
  return { filename: pdfFilename(filename), content }
}
