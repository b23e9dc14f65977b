import { readFile, stat } from 'node:fs/promises'
import { extractBytes } from '../extract-bytes.ts'
import { ExtractionError } from '../extraction.ts'
import { extractionError } from '../failure.ts'
import { extractionLimits } from '../limits.ts'
import { type Answer, type Order, ready } from './messages.ts'

/** What the contained child does: takes one order over the channel, answers once, ends. */
export function serve(): void {
  process.once('message', (order: Order) => void answer(order))
  process.once('disconnect', () => process.exit(0))
  // The PDF reader lets go of promises of its own about broken objects. What matters of them comes by the promise that is waited for.
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
    const known = error instanceof ExtractionError ? error : extractionError('damaged')
    return { failure: known.failure, message: known.message }
  }
}
