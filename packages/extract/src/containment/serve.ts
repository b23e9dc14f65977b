import { readFile, stat } from 'node:fs/promises'
import { extractBytes } from '../extract-bytes.ts'
import { ExtractionError } from '../extraction.ts'
import { extractionError } from '../failure.ts'
import { extractionLimits } from '../limits.ts'
import { type Answer, type Order, ready } from './messages.ts'

/** The contained child process: takes one request over IPC, answers once, exits. */
export function serve(): void {
  process.once('message', (order: Order) => void answer(order))
  process.once('disconnect', () => process.exit(0))
  // The PDF reader leaves rejected promises unhandled for broken objects. Errors that matter also reject the promise that we await.
  process.on('unhandledRejection', () => undefined)
  process.send?.(ready)
}

async function answer({ path }: Order): Promise<void> {
  process.send?.(await read(path), () => process.exit(0))
}

async function read(path: string): Promise<Answer> {
  try {
    if ((await stat(path)).size > extractionLimits.fileBytes) throw extractionError('too-large')
    return { extraction: await extractBytes(await readFile(path)) }
  } catch (error) {
    if (error instanceof ExtractionError) return { failure: error.failure, message: error.message }
    return { unexpected: nameOf(error) }
  }
}

/** The kind of an error without its message, which may quote the file. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
