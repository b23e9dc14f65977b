import { parentPort, workerData } from 'node:worker_threads'
import { recordOf } from '@penmark/detector'
import { gateOf } from '@penmark/detector/compiled-code'
import { openDetector } from '../model/model.ts'
import type { BadLine, Item, Scored, ThreadData } from './item.ts'

/**
 * A thread of `penmark score`: loads the model once, then answers every batch of items with results in the
 * same order.
 */
const { model, full, gate } = workerData as ThreadData
const detector = await openDetector(model, gateOf(gate))

async function judgeAll(items: Item[]): Promise<void> {
  const outcomes: (Scored | BadLine)[] = []
  for (const item of items) outcomes.push(await judge(item))
  parentPort?.postMessage(outcomes)
}

parentPort?.on('message', (items: Item[]) => void judgeAll(items))

async function judge({ id, line, text }: Item): Promise<Scored | BadLine> {
  try {
    if (full) {
      const record = recordOf(await detector.detect(text), 'all')
      return { id, p_value: record.calibration?.p_value ?? null, ...record }
    }
    const { score, label, pValue, words } = await detector.score(text)
    return { id, score, label, p_value: pValue, words }
  } catch (error) {
    return { line, reason: `could not be scored: ${error instanceof Error ? error.message : String(error)}` }
  }
}
