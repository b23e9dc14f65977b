import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Reason } from '@penmark/contract'
import {
  type Extraction,
  ExtractionError,
  type ExtractionFailure,
  type ExtractOptions,
  type ExtractorOptions,
  type FailureParams,
  type FileFailureCode,
  type PageProgress,
  type RecogniseOptions,
  ScannedPagesError,
} from '@penmark/extract'
import { forkProgram } from '../../../../lib/fork-program.ts'
import { createFairLimiter, type FairLimiter } from './limiter.ts'
import { type ReadText, storable } from './text.ts'

export interface Reader {
  /**
   * Limits how many files are fetched and read at once, the one limit that reading has: copies of all waiting
   * files would fill the disk. One owner's files never take the last place, as a file may take half a minute.
   */
  limitFiles: FairLimiter['run']
  /**
   * Reads a file in an isolated child, within `limitFiles`. Throws `ExtractionError` (final, with the
   * reason), `ScannedPagesError` (to be read by `recogniseFile`) or another error (retry).
   */
  readFile(path: string, options: ReadOptions): Promise<ReadText>
  /**
   * Reads the pages of a scan, which takes seconds for each. Throws like `readFile`. The queue limits how
   * many are read at once.
   */
  recogniseFile(path: string, options: RecogniseOptions): Promise<ReadText>
  /** Ends every child. Reads in progress reject. */
  close(): Promise<void>
}

export interface ReadOptions {
  signal: AbortSignal
  owner: string
}

interface ReaderOptions extends Pick<ExtractorOptions, 'keepOneReady'> {
  /** How many files of one owner are read at once. */
  jobsAtOnce: number
  /**
   * Paths of the bundled process, and of the bundled child and its snapshot; by default all run from source.
   */
  programs?: { readerProcess: string; extractChild: string; extractSnapshot?: string } | null
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

/** What is wrong with a file that can never be read; null when the failure may be temporary. */
export function readFailure(error: unknown): ExtractionFailure | null {
  return error instanceof ExtractionError ? error.failure : null
}

/** The same as a reason that its teacher can read. */
export function failureReason(error: unknown): Reason | null {
  return error instanceof ExtractionError ? { code: error.code, params: error.params } : null
}

/** Whether a file has pages that are pictures, which `recogniseFile` reads. */
export function needsRecognition(error: unknown): boolean {
  return error instanceof ScannedPagesError
}

/**
 * Reads files in child processes, and starts those from a small process of its own: whoever starts one copies
 * the page tables of all its memory, during which none of its threads can allocate any. With a detector
 * loaded that takes 30 ms. The process is started when first needed, and again after it ended.
 */
export function createReader({ jobsAtOnce, programs = null, ...options }: ReaderOptions): Reader {
  const extractorOptions: ExtractorOptions = {
    ...options,
    ...(programs && { childEntry: programs.extractChild }),
    ...(programs?.extractSnapshot !== undefined && { snapshot: programs.extractSnapshot }),
  }
  let readerProcess: ChildProcess | null = null
  let isClosed = false
  let ids = 0
  const pending = new Map<number, Pending>()

  const start = (): ChildProcess => {
    const started = forkProgram(new URL('./reader-process.ts', import.meta.url), programs?.readerProcess, {
      args: [JSON.stringify(extractorOptions)],
    })
    // The end follows an error of starting, and every answer that was sent.
    started.on('error', () => undefined)
    started.once('close', () => {
      readerProcess = null
      const error = new Error(isClosed ? 'The reader was closed.' : 'The process that reads files ended.')
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    })
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
  const send = (to: ChildProcess, request: ReaderRequest) => to.send(request, () => undefined)

  const ask = async (
    kind: 'read' | 'recognise',
    path: string,
    { signal, owner, onPage }: AskOptions,
  ): Promise<ReadText> => {
    signal?.throwIfAborted()
    if (isClosed) throw new Error('The reader was closed.')
    readerProcess ??= start()
    const to = readerProcess
    const id = ids++
    const stop = () => send(to, { kind: 'stop', id })
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const { text, pageCount, fileType, facts } = await new Promise<Extraction>((resolve, reject) => {
        pending.set(id, { resolve, reject, onPage })
        send(to, { kind, id, path, owner })
      })
      return { text: storable(text), pageCount, fileType, facts }
    } catch (error) {
      throw signal?.aborted ? signal.reason : error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  return {
    limitFiles: createFairLimiter(jobsAtOnce + 1, jobsAtOnce).run,
    readFile: (path, options) => ask('read', path, options),
    recogniseFile: (path, options) => ask('recognise', path, options),
    async close() {
      isClosed = true
      if (readerProcess === null) return
      const ended = once(readerProcess, 'close')
      send(readerProcess, { kind: 'close' })
      await ended
    },
  }
}

/** To the reader's process: read a file, give a file up, or end all children and then itself. */
export type ReaderRequest =
  | { kind: 'read' | 'recognise'; id: number; path: string; owner: string | undefined }
  | { kind: 'stop'; id: number }
  | { kind: 'close' }

/** An error loses its class and name between processes, so they are sent as data. */
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
