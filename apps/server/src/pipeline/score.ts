import os from 'node:os'
import { Worker } from 'node:worker_threads'
import { createDetectorPool, type DetectorPool, type PoolOptions, type Ready } from './detector-pool.ts'

export interface Scorer extends Omit<Ready, 'kind'>, Pick<DetectorPool, 'detect' | 'close'> {}

export interface ScorerOptions extends Partial<Pick<PoolOptions, 'size' | 'limitMs' | 'mostWaiting'>> {
  /** Path of the bundled thread; without it the thread runs from source. */
  bundled?: string | undefined
}

function startThread(modelFile: string, bundled: string | undefined): Worker {
  if (bundled !== undefined) return new Worker(bundled, { workerData: modelFile })
  // Node 20 runs no TypeScript of its own, and a thread takes no loader from its options: the loader goes first, by hand.
  const source = new URL('./detector-thread.ts', import.meta.url).href
  const program = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register(); await import('${source}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { workerData: modelFile })
}

/** Loads a model into threads of its own, so that judging a text never blocks the API. */
export async function createScorer(modelFile: string, { bundled, ...options }: ScorerOptions = {}): Promise<Scorer> {
  const size = Math.min(2, os.availableParallelism())
  const pool = createDetectorPool({ startThread: () => startThread(modelFile, bundled), size, ...options })
  const { kind: _, ...loaded } = await pool.open()
  return { ...loaded, detect: pool.detect, close: pool.close }
}
