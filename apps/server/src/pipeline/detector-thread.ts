import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { createDetector, readModel } from '@penmark/detector'
import type { Question, ThreadMessage, Verdict } from './detector-messages.ts'

/** The program of the detector's thread: loads the model once, then answers questions in turn. */
const bytes = readFileSync(String(workerData))
const model = readModel(bytes)
const detector = createDetector(model)
const say = (message: ThreadMessage) => parentPort?.postMessage(message)

function judge(text: string): Verdict {
  try {
    return { detection: detector.detect(text) }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error('The detector threw something that is not an error.') }
  }
}

parentPort?.on('message', ({ id, texts }: Question) => say({ kind: 'judged', id, verdicts: texts.map(judge) }))

say({
  kind: 'ready',
  name: detector.name,
  version: detector.version,
  minimumWords: detector.minimumWords,
  modelHash: createHash('sha256').update(bytes).digest('hex'),
  rates: model.documents.flatMap(({ from, to, falsePositiveN: n, falsePositiveRate: rate }) =>
    rate === null ? [] : [{ from, to, n, false_positive_rate: rate }],
  ),
})
