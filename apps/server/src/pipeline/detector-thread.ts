import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { createDetector, readModel } from '@penmark/detector'
import type { Question, ThreadMessage } from './detector-messages.ts'

/** The program of the detector's thread: loads the model once, then answers questions in turn. */
const bytes = readFileSync(String(workerData))
const model = readModel(bytes)
const detector = createDetector(model)
const say = (message: ThreadMessage) => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, text }: Question) => {
  try {
    say({ kind: 'detected', id, detection: detector.detect(text) })
  } catch (error) {
    say({ kind: 'failed', id, error: error instanceof Error ? error : new Error('The detector threw something that is not an error.') })
  }
})

say({
  kind: 'ready',
  name: detector.name,
  version: detector.version,
  minimumWords: detector.minimumWords,
  modelHash: createHash('sha256').update(bytes).digest('hex'),
  rates: model.documents.flatMap(({ from, to, n, falsePositiveRate: rate }) =>
    rate === null ? [] : [{ from, to, n, false_positive_rate: rate }],
  ),
})
