import { makePdf } from '../pdf/make-pdf.ts'
import type { Printer } from '../pdf/printer.ts'

/**
 * Makes the same PDFs in this process: most tests read what a PDF says, and a process for each takes longer
 * than the PDF. Those of reports and of evidence packs use the product's own.
 */
export const testPrinter: Printer = {
  print: makePdf,
  close: async () => undefined,
}
