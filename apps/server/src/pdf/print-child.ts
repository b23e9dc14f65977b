// First, so that it holds while the others load.
import './v8-flags.ts'
import { makePdf } from './make-pdf.ts'
import type { CasePrintOrder, PrintAnswer, PrintOrder } from './messages.ts'

/** The process that makes one PDF: takes one order over the channel, answers once, ends. */
process.once('message', (order: PrintOrder | CasePrintOrder) => void answer(order))
process.once('disconnect', () => process.exit(0))

async function answer(order: PrintOrder | CasePrintOrder): Promise<void> {
  process.send?.(await print(order), () => process.exit(0))
}

async function print(order: PrintOrder | CasePrintOrder): Promise<PrintAnswer> {
  try {
    return { pdf: await makePdf(order) }
  } catch (error) {
    // Report where it failed without the message, which could contain the student's words.
    return { error: error instanceof Error ? (error.stack ?? '').replace(error.message, '…') : 'unknown' }
  }
}
