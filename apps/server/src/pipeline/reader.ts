import type { Worker } from 'node:worker_threads'
import {
  type Extraction,
  ExtractionError,
  type ExtractOptions,
  type Extractor,
  type ExtractorOptions,
  type FailureParams,
  type FileFailureCode,
  type PageProgress,
  type RecogniseOptions,
  ScannedPagesError,
} from '@penmark/extract'
import { startThread } from './start-thread.ts'

interface ReaderOptions extends ExtractorOptions {
  /** Path of the bundled thread; by default it runs from source. */
  bundled?: string | undefined
}

type AskOptions = ExtractOptions & RecogniseOptions

interface Pending {
  resolve(extraction: Extraction): void
  reject(error: unknown): void
  onPage?: ((progress: PageProgress) => void) | undefined
}

function errorOf(outcome: Exclude<Outcome, { extraction: Extraction }>): Error {
  if ('scannedPages' in outcome) return new ScannedPagesError()
  if ('failure' in outcome) return new ExtractionError(outcome.failure, outcome.params)
  return Object.assign(new Error(outcome.error.message), { name: outcome.error.name })
}

/**
 * Reads files like an extractor, but starts their processes from a thread of its own: starting one blocks the thread that does it until the
 * new process runs, which on a busy machine takes a tenth of a second or more. The thread is started when first needed, and again after it ended.
 */
export function createReader({ bundled, ...options }: ReaderOptions): Extractor {
  let thread: Worker | null = null
  let isClosed = false
  let ids = 0
  const pending = new Map<number, Pending>()

  const start = (): Worker => {
    const started = startThread('./reader-thread.ts', bundled, options)
    const onExit = () => {
      if (thread !== started) return
      thread = null
      const error = new Error(isClosed ? 'The reader was closed.' : 'The thread that reads files ended.')
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    }
    // An error ends the thread too.
    started.on('error', onExit)
    started.on('exit', onExit)
    started.on('message', (message: ReadResult | PageProgressMessage) => {
      const { id } = message
      const waiting = pending.get(id)
      if ('progress' in message) {
        waiting?.onPage?.(message.progress)
        return
      }
      const { outcome } = message
      pending.delete(id)
      if ('extraction' in outcome) waiting?.resolve(outcome.extraction)
      else waiting?.reject(errorOf(outcome))
    })
    return started
  }
  const send = (to: Worker, request: ReaderRequest) => to.postMessage(request)

  const ask = async (kind: 'read' | 'recognise', path: string, { signal, owner, onPage }: AskOptions): Promise<Extraction> => {
    signal?.throwIfAborted()
    if (isClosed) throw new Error('The reader was closed.')
    thread ??= start()
    const to = thread
    const id = ids++
    const stop = () => send(to, { kind: 'stop', id })
    signal?.addEventListener('abort', stop, { once: true })
    try {
      return await new Promise<Extraction>((resolve, reject) => {
        pending.set(id, { resolve, reject, onPage })
        send(to, { kind, id, path, owner })
      })
    } catch (error) {
      throw signal?.aborted ? signal.reason : error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  return {
    extract: (path, options = {}) => ask('read', path, options),
    recognise: (path, options = {}) => ask('recognise', path, options),
    async close() {
      isClosed = true
      if (thread === null) return
      const closing = thread
      const ended = new Promise((resolve) => closing.once('exit', resolve))
      send(closing, { kind: 'close' })
      await ended
    },
  }
}

/** To the reader's thread: read a file, give a file up, or end all children and then the thread. */
export type ReaderRequest =
  | { kind: 'read' | 'recognise'; id: number; path: string; owner: string | undefined }
  | { kind: 'stop'; id: number }
  | { kind: 'close' }

/** An error loses its class and name between threads, so they are sent as data. */
export type Outcome =
  | { extraction: Extraction }
  | { scannedPages: true }
  | { failure: FileFailureCode; params: FailureParams }
  | { error: { name: string; message: string } }

/** How reading a file ended. */
export interface ReadResult {
  id: number
  outcome: Outcome
}

/** A scanned page is about to be read. */
export interface PageProgressMessage {
  id: number
  progress: PageProgress
}
