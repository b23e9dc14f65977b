import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Extraction, ExtractionError, ScannedPagesError } from '../extraction/extraction.ts'

import { type EngineFiles, engineFiles } from '../recognition/engine.ts'
import { flagsFor, usualMemoryMb } from './flags.ts'
import { type ChildMessage, type PageProgress, type ReadRequest, ready } from './messages.ts'
import { createOwnerUsage, type Standing } from './owner-usage.ts'
import {
  createStarvationCheck,
  giveWay,
  processorMs as processorMsOf,
  residentBytes,
  waitedMs,
} from './resources.ts'

export interface ExtractorOptions {
  /**
   * Path of the bundled child (see `child.ts`). Without it the child beside this module starts: from source
   * under tsx, or bundled as `extract-child.mjs`.
   */
  childEntry?: string
  /**
   * Path of a snapshot of that child, loaded and compiled. If the file is missing, or was made for another
   * engine or processor, children start from `childEntry`.
   */
  snapshot?: string
  /**
   * Time limit for one file, in milliseconds. A child of lower priority has twice as long, not counting the
   * time in which it waited for the processor.
   */
  timeoutMs?: number
  /** Processor time that reading one file may take, in milliseconds. Works on Linux only. */
  processorMs?: number
  /**
   * Processor time, in milliseconds, after which a child that reads a file gives way, as the same owner's
   * next files then do from their start. Works on Linux only.
   */
  givesWayAfterMs?: number
  /**
   * A child that gives way only runs while the processor is idle. If it waits this long, in milliseconds, and
   * hardly runs meanwhile, the file is read again with just a lower priority. Works on Linux only.
   */
  starvesAfterMs?: number
  /**
   * Processor time after which the system itself ends a child, in seconds: the last resort if this process
   * was killed.
   */
  cpuSeconds?: number
  /** Memory limit for one child process, in MiB, including its heap. */
  memoryMb?: number
  /** Whether to keep a loaded child process ready for the next file, once the first was read. */
  keepOneReady?: boolean
  /** Limits for a child that recognises scanned pages, where they differ from the usual ones. */
  recognition?: Partial<RecognitionLimits>
}

/** The limits of time are per page. */
type RecognitionLimits = Required<
  Pick<ExtractorOptions, 'timeoutMs' | 'processorMs' | 'memoryMb' | 'cpuSeconds'>
>

export interface Extractor {
  /**
   * Reads the file at `path` in a child process of its own; the caller limits how many files are read at
   * once. Rejects with an `ExtractionError` if the file is at fault, with a `ScannedPagesError` if it has to
   * be recognised, with another error if the cause is unknown, or with the signal's reason if it is aborted.
   */
  extract: (path: string, options?: ExtractOptions) => Promise<Extraction>
  /**
   * Reads a file like `extract`, and its scanned pages by text recognition, which takes seconds per page and
   * gives way from the start. The caller limits how many files are recognised at once.
   */
  recognise: (path: string, options?: RecogniseOptions) => Promise<Extraction>
  /** Ends every child process. Reads in progress reject. */
  close: () => Promise<void>
}

export interface ExtractOptions {
  signal?: AbortSignal
  /** Whose file it is. */
  owner?: string
}

export interface RecogniseOptions {
  signal?: AbortSignal
  /** Called before each scanned page. */
  onPage?: (progress: PageProgress) => void
}

/**
 * A printed page takes about three seconds and the engine 250 MB; a coloured page at 600 dots per inch takes
 * 300 MB more while it is unpacked. A page of noise takes minutes.
 */
const usualRecognitionLimits: RecognitionLimits = {
  timeoutMs: 120_000,
  processorMs: 20_000,
  memoryMb: 1_024,
  cpuSeconds: 1_200,
}

/** How often a child's memory is checked, in milliseconds. It can grow by some 100 MB between two checks. */
const watchEveryMs = 25
/** Several times what an essay takes. */
const usualGivesWayAfterMs = 300
const usualStarvesAfterMs = 30_000
/** A child that gives way is ended once it has less than this left. */
const shortestExtraMs = 100

/** Reads files in short-lived child processes with an empty environment and limited memory and time. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { timeoutMs = 30_000, givesWayAfterMs = usualGivesWayAfterMs, memoryMb = usualMemoryMb } = options
  const { starvesAfterMs = usualStarvesAfterMs } = options
  const { processorMs = timeoutMs / 2 } = options
  const { keepOneReady = true } = options
  // The engine's threads count too, so the wall-clock limit is always reached first.
  const { cpuSeconds = Math.ceil(timeoutMs / 1_000) * 4 } = options
  const recognitionLimits = { ...usualRecognitionLimits, ...options.recognition }
  const children = new Set<Child>()
  const closing = new AbortController()
  let snapshot = options.snapshot !== undefined && existsSync(options.snapshot) ? options.snapshot : null
  let next: Child | null = null
  const usage = createOwnerUsage()

  const start = (): Child => track(startChild(options.childEntry, snapshot, { memoryMb, cpuSeconds }))
  const track = (child: Child): Child => {
    children.add(child)
    child.process.once('exit', () => {
      children.delete(child)
      if (next === child) next = null
    })
    // Without a listener an error here would end this process; the child's exit is handled separately.
    child.process.on('error', () => undefined)
    return child
  }
  const take = (): Child => {
    const child = next ?? start()
    next = null
    return child
  }
  const readIn = async (newChild: () => Child, path: string, bounds: Bounds): Promise<Extraction> => {
    const child = newChild()
    try {
      return await readInChild(child, path, bounds)
    } catch (error) {
      if (error instanceof StarvedError) {
        const { starvesLaterAfterMs } = bounds
        return readIn(newChild, path, {
          ...bounds,
          priority: 'lower',
          starvesAfterMs: starvesLaterAfterMs,
          starvesLaterAfterMs: null,
        })
      }
      if (!(child.isFromSnapshot && error instanceof NotStartedError)) throw error
      snapshot = null
      return readIn(newChild, path, bounds)
    }
  }
  const prepare = () => {
    if (keepOneReady && !closing.signal.aborted) next ??= start()
  }

  return {
    extract: async (path, { signal, owner } = {}) => {
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      stop.throwIfAborted()
      const onSlow = () => usage.noteSlow(owner)
      const standing = usage.begin(owner)
      let usedMs = 0
      const onEnd = (ms: number) => {
        usedMs += ms
      }
      const limits = { timeoutMs, processorMs, slowAfterMs: givesWayAfterMs, memoryMb }
      const starves =
        standing === 'busy'
          ? {
              starvesAfterMs: Math.min(starvesAfterMs, busyStarvesAfterMs),
              starvesLaterAfterMs: starvesAfterMs,
            }
          : { starvesAfterMs, starvesLaterAfterMs: null }
      const priority = { priority: priorities[standing], ...starves }
      const bounds = { ...limits, ...priority, stop, onSlow, onEnd }
      // Starting a child takes longer than reading an essay. Who gives way therefore starts their own, and
      // leaves the one that is ready to others.
      try {
        return await readIn(standing === 'usual' ? take : start, path, bounds)
      } finally {
        usage.end(owner, usedMs)
        if (standing === 'usual') prepare()
      }
    },
    recognise: async (path, { signal, onPage } = {}) => {
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      stop.throwIfAborted()
      const engine = engineFiles(import.meta.url)
      const startChildToRecognise = () => track(startChild(options.childEntry, null, recognitionLimits))
      const priority = {
        slowAfterMs: givesWayAfterMs,
        priority: 'idle',
        starvesAfterMs,
        starvesLaterAfterMs: null,
      } as const
      return readIn(startChildToRecognise, path, { ...recognitionLimits, ...priority, stop, engine, onPage })
    },
    close: async () => {
      closing.abort(new Error('The extractor was closed.'))
      await Promise.all(
        [...children].map((child) => {
          const ended = new Promise((resolve) => child.process.once('exit', resolve))
          child.process.kill('SIGKILL')
          return ended
        }),
      )
    },
  }
}

interface Child {
  process: ChildProcess
  isFromSnapshot: boolean
  /** Whether it has loaded and waits for a request. */
  loaded: boolean
  /** Processor time that loading took, in milliseconds; 0 if unknown. */
  loadingMs: number
}

/** A fault of ours or of the machine, not of the file. */
class NotStartedError extends Error {
  override readonly name = 'NotStartedError'
  override readonly message = 'The process that reads files could not start.'
}

/** Other work kept the processor busy for so long that the child hardly ran. */
class StarvedError extends Error {
  override readonly name = 'StarvedError'
}

/** Reading failed, but not necessarily because of the file: another attempt may succeed. */
class UnexpectedReadError extends Error {
  override readonly name = 'UnexpectedReadError'

  constructor(what: string) {
    super(`Reading a file failed unexpectedly: ${what}.`)
  }
}

/**
 * Empty but for one variable: huge pages halve a child's page faults (glibc 2.35 and newer; others ignore
 * it).
 */
const environment = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }

/**
 * Node with a system limit on processor time. The parent ends a slow child, but a killed parent cannot:
 * without the limit, a child looping over a hostile file would run forever. Windows has no such limit.
 */
function nodeWithin(cpuSeconds: number): { execPath?: string; before: string[] } {
  if (process.platform === 'win32') return { before: [] }
  return {
    execPath: '/bin/sh',
    before: ['-c', `ulimit -t ${cpuSeconds}; unset PWD OLDPWD; exec "$0" "$@"`, process.execPath],
  }
}

/** The child beside this module: its source, or a bundle of it where this module is bundled too. */
const ownChild = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './child.ts' : './extract-child.mjs', import.meta.url),
)

/** The character maps of this package; a build puts them beside its bundles. */
const characterMaps = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../character-maps' : './character-maps', import.meta.url),
)

function startChild(
  childEntry: string | undefined,
  snapshot: string | null,
  limits: { memoryMb: number; cpuSeconds: number },
): Child {
  const entry = childEntry ?? ownChild
  const loader = entry.endsWith('.ts')
    ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]
    : []
  const { before, ...shell } = nodeWithin(limits.cpuSeconds)
  const child: Child = {
    process: fork(entry, [], {
      ...shell,
      env: environment,
      execArgv: [
        ...before,
        ...flagsFor(limits.memoryMb),
        ...(snapshot === null ? loader : ['--snapshot-blob', snapshot]),
      ],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    }),
    isFromSnapshot: snapshot !== null,
    loaded: false,
    loadingMs: 0,
  }
  child.process.once('message', (first) => {
    child.loaded = first === ready
    child.loadingMs = usedMs(child) ?? 0
  })
  return child
}

function usedMs({ process: { pid } }: Child): number | null {
  return pid === undefined ? null : processorMsOf(`/proc/${pid}/stat`)
}

/** Which other work a child lets pass: none, most, or all. */
type Priority = 'usual' | 'lower' | 'idle'

/**
 * Files of an owner with many are read when the processor is idle, too: at a lower priority alone, they still
 * delay everybody who wakes up.
 */
const priorities = { usual: 'usual', busy: 'idle', slow: 'idle' } as const satisfies Record<
  Standing,
  Priority
>

/**
 * Having many files is no fault, so on a machine that is never idle nobody waits long for them. A slow file
 * among them gives way all the same.
 */
const busyStarvesAfterMs = 3_000

interface Bounds {
  timeoutMs: number
  processorMs: number
  /** Processor time after which the file counts as slow and gives way. */
  slowAfterMs: number
  /** From the start. */
  priority: Priority
  /** Null if even a slow file only gets a lower priority. */
  starvesAfterMs: number | null
  /** The same when the file is read again, because it starved. */
  starvesLaterAfterMs: number | null
  memoryMb: number
  stop: AbortSignal
  onSlow?: () => void
  /** Called with the processor time that the child has used in all. */
  onEnd?: (usedMs: number) => void
  /** Set if scanned pages are to be recognised; the limits of time are then per page. */
  engine?: EngineFiles
  onPage?: ((progress: PageProgress) => void) | undefined
}

function readInChild(child: Child, path: string, bounds: Bounds): Promise<Extraction> {
  const {
    timeoutMs,
    processorMs,
    slowAfterMs,
    starvesAfterMs,
    memoryMb,
    stop,
    engine,
    onSlow,
    onEnd,
    onPage,
  } = bounds
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(clock)
      clearInterval(watch)
      stop.removeEventListener('abort', onAbort)
      child.process.removeListener('message', onMessage)
      child.process.removeListener('close', onClose)
      onEnd?.(usedMs(child) ?? 0)
      child.process.kill('SIGKILL')
      settle()
    }
    const onAbort = () => finish(() => reject(stop.reason))
    const onMessage = (message: ChildMessage) => {
      if (message === ready) return
      if ('page' in message) {
        beginPage(message)
        return
      }
      finish(() => {
        if ('extraction' in message) resolve(message.extraction)
        else if ('scannedPages' in message) reject(new ScannedPagesError())
        else
          reject(
            'failure' in message
              ? new ExtractionError(message.failure, message.params)
              : new UnexpectedReadError(message.unexpected),
          )
      })
    }
    const onClose = (code: number | null, signal: NodeJS.Signals | null) => {
      finish(() => {
        if (!child.loaded) reject(new NotStartedError())
        else if (endedForMemory(code, signal)) reject(new ExtractionError('file_took_too_much_memory'))
        else reject(new UnexpectedReadError(`the process ended with ${signal ?? code}`))
      })
    }
    const failTooSlow = () =>
      finish(() => reject(new ExtractionError(engine ? 'scan_too_slow' : 'file_too_slow')))
    const { pid } = child.process
    const waited = () => (pid === undefined ? 0 : waitedMs(pid))
    let priority: Priority = 'usual'
    let isSlow = false
    let starves: ReturnType<typeof createStarvationCheck> | null = null
    const giveWayNow = (to: 'lower' | 'idle') => {
      const next = starvesAfterMs === null ? 'lower' : to
      if (priority === next || pid === undefined) return
      priority = next
      giveWay(pid, { whenIdle: next === 'idle' })
      if (next === 'idle' && starvesAfterMs !== null)
        starves = createStarvationCheck(starvesAfterMs, timesOf(pid))
    }
    const timesOf = (id: number) => ({ usedMs: usedMs(child) ?? 0, waitedMs: waitedMs(id) })
    let clock: NodeJS.Timeout
    let clockMs = 0
    /**
     * Processor time, and time spent waiting for the processor, before the file or scanned page that is being
     * read.
     */
    let before = { usedMs: 0, waitedMs: 0 }
    const startClock = () => {
      clearTimeout(clock)
      clockMs = timeoutMs
      before = { usedMs: engine ? (usedMs(child) ?? 0) : 0, waitedMs: waited() }
      clock = setTimeout(timeUp, timeoutMs)
    }
    const timeUp = () => {
      const extraMs = priority !== 'usual' ? 2 * timeoutMs + waited() - before.waitedMs - clockMs : 0
      if (extraMs < shortestExtraMs) return failTooSlow()
      clockMs += extraMs
      clock = setTimeout(timeUp, extraMs)
    }
    const beginPage = (progress: PageProgress) => {
      startClock()
      onPage?.(progress)
    }
    startClock()
    if (bounds.priority !== 'usual') giveWayNow(bounds.priority)
    const checkResources = async () => {
      if (pid === undefined) return
      const used = child.loaded ? (usedMs(child) ?? 0) - Math.max(child.loadingMs, before.usedMs) : 0
      if (used > processorMs) return failTooSlow()
      if (!isSlow && used > slowAfterMs) {
        isSlow = true
        onSlow?.()
        giveWayNow('idle')
      }
      if (starves?.(timesOf(pid))) return finish(() => reject(new StarvedError()))
      const memoryBytes = await residentBytes(pid)
      if (memoryBytes !== null && memoryBytes > memoryMb * 1024 * 1024)
        finish(() => reject(new ExtractionError('file_took_too_much_memory')))
    }
    const watch = setInterval(() => void checkResources(), watchEveryMs)
    stop.addEventListener('abort', onAbort, { once: true })
    child.process.on('message', onMessage)
    // Not `exit`, which may come before a sent answer has been received.
    child.process.once('close', onClose)
    if (child.process.exitCode !== null || child.process.pid === undefined)
      onClose(child.process.exitCode, null)
    else {
      const request: ReadRequest = { path, characterMaps, ...(engine && { engine }) }
      child.process.send(request, () => undefined)
    }
  })
}

/** V8 aborts when its heap is full; a kill that was not ours means that the system ran out of memory. */
function endedForMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134 || code === 137
}
