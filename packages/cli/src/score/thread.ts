import { parentPort, workerData } from 'node:worker_threads'
import { gateOf } from '@penmark/detector/compiled-code'
import { openDetector } from '../model/model.ts'
import type { BadLine, Item, ScoredItem, ThreadData } from './item.ts'

/**
 * A thread of `penmark score`: loads the model once, then answers every batch of items with results in the
 * same order.
 */
const { model, full, gate } = workerData as ThreadData
const detector = await openDetector(model, gateOf(gate))

async function judgeAll(items: Item[]): Promise<void> {
  const outcomes: (ScoredItem | BadLine)[] = []
  for (const item of items) outcomes.push(await judge(item))
  parentPort?.postMessage(outcomes)
}

parentPort?.on('message', (items: Item[]) => void judgeAll(items))

async function judge({ id, line, text }: Item): Promise<ScoredItem | BadLine> {
  try {
    if (!full) return { id, ...(await detector.score(text)) }
    const detection = await detector.detect(text)
    return { id, p_value: detection.calibration?.p_value ?? null, ...detection }
  } catch (error) {
    return { line, reason: `could not be scored: ${error instanceof Error ? error.message : String(error)}` }
  }
}
