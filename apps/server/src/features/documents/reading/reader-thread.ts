import { parentPort, workerData } from 'node:worker_threads'
import { createExtractor, ExtractionError, type ExtractorOptions, ScannedPagesError } from '@penmark/extract'
import type { Outcome, PageProgressMessage, ReaderRequest, ReadResult } from './reader.ts'

/** The reader's thread: starts and watches the children that read files. */
const extractor = createExtractor(workerData as ExtractorOptions)
const reading = new Map<number, AbortController>()

function failed(error: unknown): Outcome {
  if (error instanceof ScannedPagesError) return { scannedPages: true }
  if (error instanceof ExtractionError) return { failure: error.code, params: error.params }
  const { name, message } =
    error instanceof Error ? error : new Error('Reading a file threw something that is not an error.')
  return { error: { name, message } }
}

async function read({ kind, id, path, owner }: Extract<ReaderRequest, { path: string }>): Promise<void> {
  const stop = new AbortController()
  reading.set(id, stop)
  const onPage = (progress: PageProgressMessage['progress']) =>
    parentPort?.postMessage({ id, progress } satisfies PageProgressMessage)
  const extraction =
    kind === 'read'
      ? extractor.extract(path, { signal: stop.signal, ...(owner !== undefined && { owner }) })
      : extractor.recognise(path, { signal: stop.signal, onPage })
  const outcome = await extraction.then((found): Outcome => ({ extraction: found }), failed)
  reading.delete(id)
  const answer: ReadResult = { id, outcome }
  parentPort?.postMessage(answer)
}

parentPort?.on('message', (request: ReaderRequest) => {
  if (request.kind === 'read' || request.kind === 'recognise') void read(request)
  else if (request.kind === 'stop') reading.get(request.id)?.abort()
  else void extractor.close().then(() => parentPort?.close())
})
