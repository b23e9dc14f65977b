import os from 'node:os'
import { countWords } from '@penmark/detector'
import type { DetectorThreadData, Judged } from './detector-messages.ts'
import { createDetectorPool, type DetectOptions, type DetectorPool, type PoolOptions, type Ready } from './detector-pool.ts'
import { readPastedText } from './read-text.ts'
import { startThread } from './start-thread.ts'

export interface Scorer extends Omit<Ready, 'kind' | 'systemThread'>, Pick<DetectorPool, 'close'> {
  detect(text: string, options: DetectOptions): Promise<Judged>
  /** A pasted text, normalised like a plain text file. */
  readPasted(text: string, options: DetectOptions): Promise<string>
  countWords(text: string, options: DetectOptions): Promise<number>
}

export interface ScorerOptions extends Partial<Pick<PoolOptions, 'size' | 'limitMs' | 'mostWaiting'>> {
  /** Path of the bundled thread; by default it runs from source. */
  bundled?: string | undefined
}

/**
 * A page or two: the slowest, a series of accents, takes 35 ms. Longer texts run in a thread, because a million characters would block this
 * process for up to four seconds.
 */
const hereCharacters = 10_000

/** Loads a model into its own threads, so that scoring never blocks the API. */
export async function createScorer(modelFile: string, { bundled, ...options }: ScorerOptions = {}): Promise<Scorer> {
  const size = Math.min(2, os.availableParallelism())
  const pool = createDetectorPool({
    startThread: (lane) => {
      const data: DetectorThreadData = { modelFile, givesWay: lane === 'long' }
      return startThread('./detector-thread.ts', bundled, data)
    },
    size,
    ...options,
  })
  const { kind: _, systemThread: __, ...loaded } = await pool.open()
  const unexpected = () => new Error('The detector answered another question.')
  return {
    ...loaded,
    async detect(text, options) {
      const answer = await pool.ask({ kind: 'judge', text }, options)
      if (answer.kind !== 'judge') throw unexpected()
      return { record: answer.record, references: answer.references }
    },
    async readPasted(text, options) {
      if (text.length <= hereCharacters) return readPastedText(text)
      const answer = await pool.ask({ kind: 'read', text }, options)
      if (answer.kind !== 'read') throw unexpected()
      return answer.text
    },
    async countWords(text, options) {
      if (text.length <= hereCharacters) return countWords(text)
      const answer = await pool.ask({ kind: 'count', text }, options)
      if (answer.kind !== 'count') throw unexpected()
      return answer.words
    },
    close: pool.close,
  }
}
