import { Worker } from 'node:worker_threads'
import type { PublishedRate } from '@penmark/contract'
import type { Detection } from '@penmark/detector'
import { inLots } from '../lots.ts'
import type { Question, ThreadMessage, Verdict } from './detector-messages.ts'

export interface Scorer {
  readonly name: string
  readonly version: string
  /** SHA-256 of the model file, hexadecimal. */
  readonly modelHash: string
  readonly minimumWords: number
  /** How often human texts are flagged, by length; empty where the model publishes nothing. */
  readonly rates: PublishedRate[]
  /** Rejects when the thread died or took too long (try again), or with the signal's reason when it is aborted. */
  detect(text: string, signal: AbortSignal): Promise<Detection>
  close(): Promise<void>
}

type Ready = Extract<ThreadMessage, { kind: 'ready' }>

interface Waiting {
  resolve(verdicts: Verdict[]): void
  reject(error: Error): void
}

/** The longest text takes some ten seconds on a slow machine. */
const timeoutMs = 120_000

/** Short texts are handed over together: waking a thread, and what follows a verdict, costs as much as judging a page. A long one waits for none. */
const shortCharacters = 20_000
const shortAtOnce = 16

function startThread(modelFile: string, bundled: string | undefined): Worker {
  if (bundled !== undefined) return new Worker(bundled, { workerData: modelFile })
  // Node 20 runs no TypeScript of its own, and a thread takes no loader from its options: the loader goes first, by hand.
  const source = new URL('./detector-thread.ts', import.meta.url).href
  const program = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register(); await import('${source}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { workerData: modelFile })
}

function firstMessage(thread: Worker): Promise<Ready> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.once('message', (message: ThreadMessage) => {
      thread.off('error', reject)
      if (message.kind === 'ready') resolve(message)
      else reject(new Error('The detector answered before it was ready.'))
    })
  })
}

interface LoadedThread {
  ready: Ready
  ask(texts: string[]): Promise<Verdict[]>
  end(): Promise<void>
  isDead(): boolean
}

async function load(modelFile: string, bundled: string | undefined): Promise<LoadedThread> {
  const thread = startThread(modelFile, bundled)
  const ready = await firstMessage(thread)
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let dead = false
  const failAll = (error: Error) => {
    dead = true
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  thread.on('error', failAll)
  thread.on('exit', () => failAll(new Error('The detector ended.')))
  thread.on('message', (message: ThreadMessage) => {
    if (message.kind === 'ready') return
    const asker = waiting.get(message.id)
    waiting.delete(message.id)
    asker?.resolve(message.verdicts)
  })
  return {
    ready,
    isDead: () => dead,
    ask: (texts) =>
      new Promise((resolve, reject) => {
        const question: Question = { id: asked++, texts }
        waiting.set(question.id, { resolve, reject })
        thread.postMessage(question)
      }),
    end: async () => {
      await thread.terminate()
    },
  }
}

/** Begins nothing when the signal is aborted already: work that nobody waits for would end the process when it fails. */
async function orAbort<T>(begin: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    begin()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * Loads a model into a thread of its own, so that judging a long text never blocks the API. A dead thread is replaced. `bundled` is
 * the path of the bundled thread; without it the thread runs from source.
 */
export async function createScorer(modelFile: string, bundled?: string): Promise<Scorer> {
  let current = load(modelFile, bundled)
  const { name, version, modelHash, minimumWords, rates } = (await current).ready

  const living = async (): Promise<LoadedThread> => {
    const loaded = await current
    if (!loaded.isDead()) return loaded
    current = load(modelFile, bundled)
    return current
  }

  const judge = async (texts: string[]): Promise<Verdict[]> => {
    const thread = await living()
    const clock = AbortSignal.timeout(timeoutMs)
    try {
      return await orAbort(() => thread.ask(texts), clock)
    } catch (error) {
      if (clock.aborted) await thread.end()
      throw error
    }
  }
  const judgeShort = inLots(judge, shortAtOnce)

  return {
    name,
    version,
    modelHash,
    minimumWords,
    rates,
    async detect(text, signal) {
      const begin = () => (text.length > shortCharacters ? judge([text]).then(([only]) => only) : judgeShort(text))
      const verdict = await orAbort(begin, signal)
      if (verdict === undefined) throw new Error('The detector left a text out.')
      if ('error' in verdict) throw verdict.error
      return verdict.detection
    },
    async close() {
      await (await current).end()
    },
  }
}
