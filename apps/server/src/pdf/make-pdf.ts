import type { CasePrintOrder, PrintOrder } from './messages.ts'
import { printCase } from './print-case.ts'
import { printReport } from './print-report.ts'

/** The PDF that an order asks for: of a case, or of a report. */
export const makePdf = (order: PrintOrder | CasePrintOrder): Promise<Uint8Array> =>
  'documents' in order ? printCase(order) : printReport(order)
