import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Extraction, ExtractionError } from '../extraction.ts'
import { extractionError } from '../failure.ts'
import { residentBytes } from './memory.ts'
import type { Answer, Order } from './messages.ts'
import { createTurns } from './turns.ts'

export interface ExtractorOptions {
  /** Path of the bundled child (see `child.ts`). Without it the child runs from source under tsx. */
  childEntry?: string
  /** Time for one file, in milliseconds. */
  timeoutMs?: number
  /** Memory for one child, in MiB: its heap and everything else it holds. */
  memoryMb?: number
  /** Files read at the same time; others wait. */
  maxConcurrent?: number
}

export interface Extractor {
  /**
   * Reads the file at `path` in a child process of its own. Rejects with an `ExtractionError` whatever the file does, or with the
   * signal's reason when it is aborted.
   */
  extract(path: string, signal?: AbortSignal): Promise<Extraction>
  /** Ends every child. What was being read rejects. */
  close(): Promise<void>
}

/** How often a child's memory is looked at, in milliseconds. A child can gain some 100 MB between two looks. */
const watchEveryMs = 25

/** Reads files in short-lived children with no environment, bounded memory and bounded time. One child waits ready for the next file. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { timeoutMs = 30_000, memoryMb = 512, maxConcurrent = 2 } = options
  const children = new Set<ChildProcess>()
  const turns = createTurns(maxConcurrent)
  const closing = new AbortController()
  let ready: ChildProcess | null = null

  const start = (): ChildProcess => {
    const child = startChild(options.childEntry, memoryMb)
    children.add(child)
    child.once('exit', () => {
      children.delete(child)
      if (ready === child) ready = null
    })
    return child
  }
  const take = (): ChildProcess => {
    const child = ready ?? start()
    ready = null
    return child
  }
  const prepare = () => {
    if (!closing.signal.aborted) ready ??= start()
  }

  return {
    extract: async (path, signal) => {
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      const release = await turns.take(stop)
      try {
        return await readInChild(take(), path, { timeoutMs, memoryMb, stop })
      } finally {
        release()
        prepare()
      }
    },
    close: async () => {
      closing.abort(new Error('The extractor was closed.'))
      await Promise.all(
        [...children].map((child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve))
          child.kill('SIGKILL')
          return ended
        }),
      )
    },
  }
}

function startChild(childEntry: string | undefined, memoryMb: number): ChildProcess {
  const entry = childEntry ?? fileURLToPath(new URL('./child.ts', import.meta.url))
  const loader = entry.endsWith('.ts') ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : []
  return fork(entry, [], {
    env: {},
    execArgv: [`--max-old-space-size=${memoryMb}`, ...loader],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
}

interface Bounds {
  timeoutMs: number
  memoryMb: number
  stop: AbortSignal
}

function readInChild(child: ChildProcess, path: string, { timeoutMs, memoryMb, stop }: Bounds): Promise<Extraction> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(clock)
      clearInterval(watch)
      stop.removeEventListener('abort', abort)
      child.removeAllListeners('message')
      child.kill('SIGKILL')
      settle()
    }
    const abort = () => finish(() => reject(stop.reason))
    const clock = setTimeout(() => finish(() => reject(extractionError('too-slow'))), timeoutMs)
    const watch = setInterval(async () => {
      const held = child.pid === undefined ? null : await residentBytes(child.pid)
      if (held !== null && held > memoryMb * 1024 * 1024) finish(() => reject(extractionError('too-much-memory')))
    }, watchEveryMs)
    stop.addEventListener('abort', abort, { once: true })
    child.once('message', (answer: Answer) =>
      finish(() => ('extraction' in answer ? resolve(answer.extraction) : reject(new ExtractionError(answer.failure, answer.message)))),
    )
    child.once('error', (cause) => finish(() => reject(extractionError('damaged', { cause }))))
    child.once('exit', (code, signal) =>
      finish(() => reject(extractionError(endedForMemory(code, signal) ? 'too-much-memory' : 'damaged'))),
    )
    const order: Order = { path }
    child.send(order, () => undefined)
  })
}

/** V8 aborts when its heap is full; a kill that was not ours comes from a system that has run out of memory. */
function endedForMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134 || code === 137
}
