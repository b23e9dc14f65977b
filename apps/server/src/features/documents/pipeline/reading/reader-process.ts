import { createExtractor, ExtractionError, type ExtractorOptions, ScannedPagesError } from '@penmark/extract'
import type { Outcome, PageProgressMessage, ReaderRequest, ReadResult } from './reader.ts'

/** The reader's process: starts and watches the children that read files. */
const [, , options = '{}'] = process.argv
const extractor = createExtractor(JSON.parse(options) as ExtractorOptions)
const reading = new Map<number, AbortController>()

function failed(error: unknown): Outcome {
  if (error instanceof ScannedPagesError) return { scannedPages: true }
  if (error instanceof ExtractionError) return { failure: error.code, params: error.params }
  const { name, message } =
    error instanceof Error ? error : new Error('Reading a file threw something that is not an error.')
  return { error: { name, message } }
}

async function end(): Promise<void> {
  await extractor.close()
  process.exit()
}

async function read({ kind, id, path, owner }: Extract<ReaderRequest, { path: string }>): Promise<void> {
  const stop = new AbortController()
  reading.set(id, stop)
  const onPage = (progress: PageProgressMessage['progress']) =>
    process.send?.({ id, progress } satisfies PageProgressMessage, () => undefined)
  const extraction =
    kind === 'read'
      ? extractor.extract(path, { signal: stop.signal, ...(owner !== undefined && { owner }) })
      : extractor.recognise(path, { signal: stop.signal, onPage })
  const outcome = await extraction.then((found): Outcome => ({ extraction: found }), failed)
  reading.delete(id)
  const answer: ReadResult = { id, outcome }
  process.send?.(answer, () => undefined)
}

process.on('message', (request: ReaderRequest) => {
  if (request.kind === 'read' || request.kind === 'recognise') void read(request)
  else if (request.kind === 'stop') reading.get(request.id)?.abort()
  else void end()
})
process.once('disconnect', () => void end())
// An interrupt reaches every process of a terminal. This one ends with the server, which may first finish its
// documents.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
