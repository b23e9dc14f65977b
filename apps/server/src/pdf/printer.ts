import { forkProgram } from '../lib/fork-program.ts'
import { problem } from '../locale/problems/problem.ts'
import type { CasePrintOrder, PrintAnswer, PrintOrder } from './messages.ts'

export interface Printer {
  /**
   * Makes one PDF in its own process. Throws a `Problem` (busy) when it takes too long or too many are
   * waiting.
   */
  print(order: PrintOrder | CasePrintOrder): Promise<Uint8Array>
  /** Ends the running print, which rejects. */
  close(): Promise<void>
}

export interface PrinterOptions {
  /** Path of the bundled child; by default it runs from source. */
  program?: string
  timeoutMs?: number
  memoryMb?: number
  /** How many PDFs may wait. */
  maximumWaiting?: number
}

/**
 * Makes PDFs one after the other, each in a short-lived process with limited memory and time, apart from the
 * API.
 */
export function createPrinter({
  program,
  timeoutMs = 60_000,
  memoryMb = 512,
  maximumWaiting = 20,
}: PrinterOptions = {}): Printer {
  const closing = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    async print(order) {
      if (waiting >= maximumWaiting) throw problem('busy', 'printer_busy')
      waiting++
      const printed = last.then(() =>
        printInChild(order, program, { timeoutMs, memoryMb, stop: closing.signal }),
      )
      last = printed.catch(() => undefined)
      try {
        return await printed
      } finally {
        waiting--
      }
    },
    async close() {
      closing.abort(new Error('The printer was closed.'))
      await last
    },
  }
}

interface Bounds {
  timeoutMs: number
  memoryMb: number
  stop: AbortSignal
}

async function printInChild(
  order: PrintOrder | CasePrintOrder,
  program: string | undefined,
  { timeoutMs, memoryMb, stop }: Bounds,
): Promise<Uint8Array> {
  stop.throwIfAborted()
  const child = forkProgram(new URL('./print-child.ts', import.meta.url), program, {
    flags: [`--max-old-space-size=${memoryMb}`],
  })
  const end = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
  const kill = () => child.kill('SIGKILL')
  end.addEventListener('abort', kill, { once: true })
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      child.once('error', reject)
      child.once('message', (answer: PrintAnswer) => {
        if ('pdf' in answer) resolve(answer.pdf)
        else reject(new Error(`A PDF failed. ${answer.error}`))
      })
      child.once('exit', (code, signal) => {
        if (stop.aborted) reject(stop.reason)
        else
          reject(
            end.aborted
              ? problem('busy', 'printer_slow')
              : new Error(`The process that makes PDFs ended (${signal ?? code}).`),
          )
      })
      child.send(order, () => undefined)
    })
  } finally {
    end.removeEventListener('abort', kill)
    kill()
  }
}
