import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { countWords, createDetector, readModel, recordOf } from '@penmark/detector'
import { giveWayThread, referenceFacts } from '@penmark/extract'
import type {
  DetectorAnswer,
  DetectorRequest,
  DetectorThreadData,
  RequestBatch,
  RequestOutcome,
  ThreadMessage,
} from './detector-messages.ts'
import { readPastedText } from './extract.ts'

/** The detector's thread: loads the model once, then handles batches of requests in order. */
const { modelFile, lowPriority } = workerData as DetectorThreadData
const bytes = readFileSync(modelFile)
const model = readModel(bytes)
const detector = createDetector(model)
const post = (message: ThreadMessage) => parentPort?.postMessage(message)

/** This thread's system id. Null unless on Linux, the only system with processor times and priorities of single threads. */
function ownThreadId(): number | null {
  try {
    return Number(path.basename(readlinkSync('/proc/thread-self')))
  } catch {
    return null
  }
}

function answerTo({ kind, text }: DetectorRequest): DetectorAnswer {
  if (kind === 'normalise') return { kind, text: readPastedText(text) }
  if (kind === 'count') return { kind, words: countWords(text) }
  const references = referenceFacts(text, new Date().getUTCFullYear())
  // Reduced to a record here: a long text's detection may hold half a million sentences, and transferring them would block both threads for
  // seconds.
  return { kind, record: recordOf(detector.detect(text), 'strongest'), references }
}

function outcomeOf(request: DetectorRequest): RequestOutcome {
  try {
    return { answer: answerTo(request) }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error('The detector threw something that is not an error.') }
  }
}

parentPort?.on('message', ({ id, requests }: RequestBatch) => post({ kind: 'done', id, outcomes: requests.map(outcomeOf) }))

const systemThread = ownThreadId()
if (lowPriority && systemThread !== null) giveWayThread(systemThread)
post({
  kind: 'ready',
  systemThread,
  name: detector.name,
  version: detector.version,
  minimumWords: detector.minimumWords,
  modelHash: createHash('sha256').update(bytes).digest('hex'),
  rates: model.documents.flatMap(({ from, to, falsePositiveN: n, falsePositiveRate: rate }) =>
    rate === null ? [] : [{ from, to, n, false_positive_rate: rate }],
  ),
})
