import { cpus } from 'node:os'
import { createDetector } from '@penmark/detector'
import type { Model } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'

/**
 * Milliseconds for a whole detection, with spans and evidence, of texts of 450 to 550 words, single-threaded.
 * Varies between runs.
 */
export interface Latency {
  texts: number
  p50: number
  p95: number
  processor: string
}

const measuredTexts = 60
const warmUp = 10
/** The fastest of this many runs counts: the others waited for something else on the machine. */
const repeats = 3

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

async function measureLatency(model: Model, items: readonly Item[], processor: string): Promise<Latency> {
  const detector = createDetector(model)
  const texts = items
    .map(({ text }) => ({ text, words: text.split(/\s+/).length }))
    .filter(({ words }) => words >= 450 && words <= 550)
    .slice(0, measuredTexts)
  for (const { text } of texts.slice(0, warmUp)) await detector.detect(text)
  const times: number[] = []
  for (const { text } of texts) {
    let fastest = Number.POSITIVE_INFINITY
    for (let i = 0; i < repeats; i++) fastest = Math.min(fastest, await timeOf(() => detector.detect(text)))
    times.push(fastest)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number =>
    Number((times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1))
  return { texts: texts.length, p50: at(0.5), p95: at(0.95), processor }
}

/** On human texts of test sources. */
export const measureLatencyOf = (items: readonly Item[], model: Model): Promise<Latency> =>
  measureLatency(
    model,
    items.filter(({ use, label }) => use === 'test' && label === 'human'),
    cpus()[0]?.model.trim() ?? 'unknown',
  )
