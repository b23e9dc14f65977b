import { Worker } from 'node:worker_threads'
import { targets } from './targets.ts'
import type { Outcome } from './worker.ts'

/** An input that takes more processor time hangs. Reading the slowest valid file takes a fifth of it. */
export const hangsAfterMs = 10_000
/**
 * An input that waits for something that never comes uses no processor time; one on a busy machine uses
 * little.
 */
const waitsForMs = 180_000
const checkEveryMs = 500
const bufferBytes = 2 * 1_024 * 1_024

export interface FuzzResult extends Outcome {
  seconds: number
  /** The input being processed when nothing progressed any more, or when the target's process ended. */
  hung: Uint8Array | null
}

/** Runs one target with its inputs in a separate thread, which is ended when an input hangs. */
export function fuzzTarget(
  name: string,
  inputs: number,
  seed: string,
  classes = Number.POSITIVE_INFINITY,
): Promise<FuzzResult> {
  const shared = new SharedArrayBuffer(8 + bufferBytes)
  const progress = new Int32Array(shared, 0, 2)
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 100) / 10
  const worker = new Worker(new URL('worker.mjs', import.meta.url), {
    workerData: { name, inputs, classes, seed, shared },
  })
  return new Promise((resolve, reject) => {
    const snapshot = (nth: number) => ({ nth, at: performance.now(), used: process.cpuUsage() })
    let last = snapshot(-1)
    const timer = setInterval(() => {
      const nth = Atomics.load(progress, 0)
      const { user, system } = process.cpuUsage(last.used)
      if (nth !== last.nth) last = snapshot(nth)
      else if (
        nth > 0 &&
        ((user + system) / 1_000 > hangsAfterMs || performance.now() - last.at > waitsForMs)
      ) {
        const hung = new Uint8Array(shared, 8, Atomics.load(progress, 1)).slice()
        const nothing = {
          name,
          inputs: nth,
          longTexts: 0,
          kept: 0,
          blocks: 0,
          slowestMs: performance.now() - last.at,
          failures: [],
        }
        void end({ ...nothing, seconds: seconds(), hung })
      }
    }, checkEveryMs)
    const end = async (result: FuzzResult) => {
      clearInterval(timer)
      await worker.terminate()
      resolve(result)
    }
    worker.once('message', (outcome: Outcome) => void end({ ...outcome, seconds: seconds(), hung: null }))
    worker.once('error', (error) => {
      clearInterval(timer)
      reject(error)
    })
  })
}

export const targetNames = Object.keys(targets)
