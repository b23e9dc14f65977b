import { parentPort, workerData } from 'node:worker_threads'
import { createExtractor, ExtractionError } from '@penmark/extract'
import type { Order, Outcome, Read } from './reader-messages.ts'

/** The reader's thread: starts and watches the children that read files. */
const extractor = createExtractor(workerData)
const reading = new Map<number, AbortController>()

function failed(error: unknown): Outcome {
  if (error instanceof ExtractionError) return { failure: error.failure, message: error.message }
  const { name, message } = error instanceof Error ? error : new Error('Reading a file threw something that is not an error.')
  return { error: { name, message } }
}

async function read(id: number, path: string): Promise<void> {
  const stop = new AbortController()
  reading.set(id, stop)
  const outcome = await extractor.extract(path, stop.signal).then((extraction): Outcome => ({ extraction }), failed)
  reading.delete(id)
  const answer: Read = { id, outcome }
  parentPort?.postMessage(answer)
}

parentPort?.on('message', (order: Order) => {
  if (order.kind === 'read') void read(order.id, order.path)
  else if (order.kind === 'stop') reading.get(order.id)?.abort()
  else void extractor.close().then(() => parentPort?.close())
})
