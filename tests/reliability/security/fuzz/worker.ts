import { parentPort, workerData } from 'node:worker_threads'
import { textClasses } from '../../../complexity/texts.ts'
import { startCoverage } from './coverage.ts'
import { mutate, wordsWith } from './mutate.ts'
import { createRandom, seedOf } from './random.ts'
import { targets } from './targets.ts'

/** A worker's task. `shared` holds the number of the input, its length, and its bytes. */
export interface FuzzTask {
  name: string
  inputs: number
  /** How many character classes are tried in long texts; all of them where there are fewer. */
  classes: number
  seed: string
  shared: SharedArrayBuffer
}

export interface Failure {
  message: string
  stack: string
  input: Uint8Array
}

export interface Outcome {
  name: string
  inputs: number
  /** How many of these were long texts of a single character class. */
  longTexts: number
  /** Inputs that reached new code and were kept as seeds. */
  kept: number
  blocks: number
  slowestMs: number
  failures: Failure[]
}

/** Coverage is read after this many inputs; if they reached new code, all of them are kept. */
const readCoverageEvery = 16
const maxKept = 2_000
const maxFailures = 5
/** Long enough that a quadratic step hangs, while a linear one takes a moment. */
const longCharacters = 200_000

/** Our own code, and the libraries that read files for it. */
const counts = (url: string) =>
  url.includes('/packages/') ||
  url.includes('/apps/') ||
  /unpdf|yauzl|saxes|busboy|iconv|chardet|file-type|zod|jose/.test(url)

async function fuzz({ name, inputs, classes, seed, shared }: FuzzTask): Promise<Outcome> {
  const entry = targets[name]
  if (!entry) throw new Error(`There is no target ${name}`)
  const target = await entry.open()
  const random = createRandom(seedOf(`${seed} ${name}`))
  const words = wordsWith(target.words)
  const corpus = [...target.seeds]
  const { withText } = target
  const longTexts =
    withText === undefined
      ? []
      : random
          .sample(Object.values(textClasses), classes)
          .map((textOf) => () => withText(textOf(longCharacters)))
  const planned = [...target.seeds.map((seedInput) => () => seedInput), ...longTexts]
  const progress = new Int32Array(shared, 0, 2)
  const bytes = new Uint8Array(shared, 8)
  const coverage = startCoverage(counts)
  const failures: Failure[] = []
  let recent: Buffer[] = []
  let slowestMs = 0

  const runInput = async (input: Buffer, nth: number) => {
    if (input.length > bytes.length)
      throw new Error(`An input of ${input.length} bytes does not fit into the shared buffer.`)
    bytes.set(input)
    Atomics.store(progress, 1, input.length)
    Atomics.store(progress, 0, nth + 1)
    const started = performance.now()
    try {
      await target.run(input)
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
      if (failures.length < maxFailures) failures.push({ message, stack, input: Uint8Array.from(input) })
    }
    slowestMs = Math.max(slowestMs, performance.now() - started)
  }

  // In the product either of these would end the process.
  const recordUnhandled = (error: unknown) => {
    if (target.expectsUnhandled?.(error)) return
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    if (failures.length < maxFailures)
      failures.push({
        message: `Unhandled: ${message}`,
        stack,
        input: bytes.slice(0, Atomics.load(progress, 1)),
      })
  }
  process.on('unhandledRejection', recordUnhandled)
  process.on('uncaughtException', recordUnhandled)

  for (let nth = 0; nth < inputs; nth += 1) {
    const input = planned[nth]?.() ?? mutate(random.pick(corpus), random, corpus, words, target.maxBytes)
    await runInput(input, nth)
    // Seeds must be short: a long one would be truncated anyway.
    if (input.length <= target.maxBytes) recent.push(Buffer.from(input))
    if (recent.length < readCoverageEvery) continue
    if (coverage.fresh() > 0 && corpus.length < maxKept) corpus.push(...recent)
    recent = []
  }
  coverage.fresh()
  const blocks = coverage.total()
  coverage.close()
  await target.close?.()
  return {
    name,
    inputs,
    longTexts: longTexts.length,
    kept: corpus.length - target.seeds.length,
    blocks,
    slowestMs,
    failures,
  }
}

parentPort?.postMessage(await fuzz(workerData as FuzzTask))
