import { readFile, stat } from 'node:fs/promises'
import { extractBytes } from '../extract-bytes.ts'
import { ExtractionError, extractionError, extractionLimits, ScannedPagesError } from '../extraction.ts'

import { loadEngine } from '../recognition/engine.ts'
import { type Answer, type Order, type PageProgress, ready } from './messages.ts'

/** The contained child process: takes one request over IPC, answers once, exits. */
export function serve(): void {
  process.once('message', (order: Order) => void answer(order))
  process.once('disconnect', () => process.exit(0))
  // The PDF reader leaves rejected promises unhandled for broken objects. Errors that matter also reject the promise that we await.
  process.on('unhandledRejection', () => undefined)
  process.send?.(ready)
}

async function answer(order: Order): Promise<void> {
  process.send?.(await read(order), () => process.exit(0))
}

async function read({ path, engine }: Order): Promise<Answer> {
  try {
    if ((await stat(path)).size > extractionLimits.fileBytes) throw extractionError('too-large')
    const onPage = (page: number, pages: number) => process.send?.({ page, pages } satisfies PageProgress)
    const recognition = engine && { loadEngine: () => loadEngine(engine), onPage }
    return { extraction: await extractBytes(await readFile(path), extractionLimits, recognition) }
  } catch (error) {
    if (error instanceof ScannedPagesError) return { scannedPages: true }
    if (error instanceof ExtractionError) return { failure: error.failure, message: error.message }
    return { unexpected: nameOf(error) }
  }
}

/** The kind of an error without its message, which may quote the file. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
