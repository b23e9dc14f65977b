import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { countWords, createDetector, Encoder, type Model, readModel } from '@penmark/detector'
import { gateOf } from '@penmark/detector/compiled-code'
import { giveWayThread, referenceFacts } from '@penmark/extract'
import { readPastedText } from '../reading/text.ts'
import type {
  DetectorAnswer,
  DetectorRequest,
  DetectorThreadData,
  RequestBatch,
  RequestOutcome,
  ThreadMessage,
} from './detector-messages.ts'

/** The detector's thread: loads the model once, then handles batches of requests in order. */
const { modelFile, lowPriority, gate } = workerData as DetectorThreadData
const { model, modelHash } = load(modelFile)
const detector = createDetector(model, model.encoder && new Encoder(model.encoder, { gate: gateOf(gate) }))
const post = (message: ThreadMessage) => parentPort?.postMessage(message)

/** The file's bytes are not kept: each thread would hold twenty megabytes of them. */
function load(file: string): { model: Model; modelHash: string } {
  const bytes = readFileSync(file)
  return { model: readModel(bytes), modelHash: createHash('sha256').update(bytes).digest('hex') }
}

/**
 * This thread's system id. Null unless on Linux, the only system with processor times and priorities of
 * single threads.
 */
function ownThreadId(): number | null {
  try {
    return Number(path.basename(readlinkSync('/proc/thread-self')))
  } catch {
    return null
  }
}

async function answerTo({ kind, text }: DetectorRequest): Promise<DetectorAnswer> {
  if (kind === 'normalise') return { kind, text: readPastedText(text) }
  if (kind === 'count') return { kind, words: countWords(text) }
  const references = referenceFacts(text, new Date().getUTCFullYear())
  // A long text may have half a million sentences, and transferring them would block both threads for seconds.
  return { kind, detection: await detector.detect(text, 'strongest'), references }
}

async function outcomeOf(request: DetectorRequest): Promise<RequestOutcome> {
  try {
    return { answer: await answerTo(request) }
  } catch (error) {
    return {
      error: error instanceof Error ? error : new Error('The detector threw something that is not an error.'),
    }
  }
}

async function handle({ id, requests }: RequestBatch): Promise<void> {
  const outcomes: RequestOutcome[] = []
  for (const request of requests) outcomes.push(await outcomeOf(request))
  post({ kind: 'done', id, outcomes })
}

parentPort?.on('message', (batch: RequestBatch) => void handle(batch))

await detector.open()
const systemThread = ownThreadId()
if (lowPriority && systemThread !== null) giveWayThread(systemThread)
post({
  kind: 'ready',
  systemThread,
  name: detector.name,
  version: detector.version,
  minimumWords: detector.minimumWords,
  modelHash,
  rates: model.documents.flatMap(({ from, to, falsePositiveN: n, falsePositiveRate: rate }) =>
    rate === null ? [] : [{ from, to, n, false_positive_rate: rate }],
  ),
})
