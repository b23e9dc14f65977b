import { printCase } from '../print/print-case.ts'
import { printReport } from '../print/print-report.ts'
import type { Printer } from '../print/printer.ts'

/** Makes the same PDFs in this process: most tests read what a PDF says, and a process for each takes longer than the PDF. */
export const testPrinter: Printer = {
  print: async (order) => ('documents' in order ? printCase(order) : printReport(order)),
  close: async () => undefined,
}
