import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { megabyteBytes } from '../lib/megabytes.ts'
import { tooBusy } from './back-pressure.ts'

/** Most essays and pasted texts are smaller and cost little to receive. */
const largeBytes = 128 * 1_024
/** A file of 25 MB, which is the most, with the rest of its form. */
const largestBytes = 26 * megabyteBytes
/**
 * Nobody waits longer. A large body is then read: a slow upload from one device must not hold up the same
 * owner's other devices. A small call is refused. For the same reason a call holds its place no longer than
 * this.
 */
const defaultMaxWaitMs = 10_000
/**
 * More calls than a page or a person sends at once. Whoever has more waiting gets no allowance, only their
 * share.
 */
const mostWaitingAtEase = 16
/** How long after a call its owner counts as present. */
const presentMs = 2_000

/** What one owner gets. A whole school shares one network, so an anonymous caller gets more. */
interface Share {
  /** Calls at once, and how many of them may store something. */
  atOnce: number
  storingAtOnce: number
  /** Calls that may wait, unread. */
  maxWaiting: number
  /**
   * How much of the process's time calls may take at once, and which share of it from then on while others
   * are present.
   */
  allowanceMs: number
  throttledShare: number
}

const shares = {
  // Enough to look through a dozen reports in a row: with the list before it, each makes fifteen calls.
  small: { atOnce: 8, storingAtOnce: 2, maxWaiting: 40, allowanceMs: 1_000, throttledShare: 0.05 },
  anonymous: { atOnce: 32, storingAtOnce: 32, maxWaiting: 400, allowanceMs: 1_000, throttledShare: 0.2 },
  large: { atOnce: 1, storingAtOnce: 1, maxWaiting: 100, allowanceMs: 250, throttledShare: 0.05 },
} as const satisfies Record<string, Share>

/**
 * What a small call costs: at most, if it only reads, and always, if it stores something, which makes more
 * work elsewhere than here.
 */
const smallChargeMs = { read: 4, write: 12 } as const

const isStoring = ({ method }: TurnRequest): boolean => method !== 'GET' && method !== 'HEAD'

/** What is charged for a call during which the process worked this long, which may have been for others. */
function chargeMs(request: TurnRequest, workedMs: number): number {
  const { headers } = request
  if (isLarge(headers)) return Math.min(workedMs, 25 + (bytesOf(headers) / 1_000_000) * 15)
  return isStoring(request) ? smallChargeMs.write : Math.min(workedMs, smallChargeMs.read)
}

/** The size of the body; the largest that is taken where it is not announced. */
function bytesOf(headers: IncomingHttpHeaders): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : largestBytes
}

export const isLarge = (headers: IncomingHttpHeaders): boolean => bytesOf(headers) > largeBytes

/** How many calls of one owner with such a body may run and wait at once; all beyond are refused. */
export function mostUnderWay(headers: IncomingHttpHeaders): number {
  const { atOnce, maxWaiting } = isLarge(headers) ? shares.large : shares.small
  return atOnce + maxWaiting
}

/** Whose calls are served in turn. */
export interface CallOwner {
  key: string
  isAnonymous?: boolean
}

interface TurnRequest {
  method: string
  headers: IncomingHttpHeaders
}

/** Resolves when the call may be served. Throws a `Problem` (busy) when its owner has too many. */
export type WaitForTurn = (
  owner: CallOwner,
  request: TurnRequest,
  response: Pick<ServerResponse, 'once'>,
) => Promise<void>

interface LimiterOptions {
  maxWaitMs?: number
  /** The time that this process has worked so far, without the time in which it waited, in milliseconds. */
  workedMs?: () => number
  nowMs?: () => number
}

interface Waiting {
  lateAtMs: number
  isStoring: boolean
  begin(): void
}

/** The small or the large calls of one owner. */
interface Line {
  owner: string
  share: Share
  isLarge: boolean
  running: number
  /** How many of them store something. */
  storing: number
  waiting: Waiting[]
  /** What the calls took of the process's time, less what has been paid off since. */
  debtMs: number
  debtAtMs: number
  timer: NodeJS.Timeout | null
}

/**
 * Serves each owner's calls in turn, a few small ones at once and large bodies one after the other. Once they
 * have taken their allowance of the process's working time they get a small share of it, so that everybody
 * else's calls are answered meanwhile; nothing is held back while nobody else is there. A slow network costs
 * an owner nothing. What waits is not read yet.
 */
export function createCallLimiter({
  maxWaitMs = defaultMaxWaitMs,
  workedMs = () => performance.eventLoopUtilization().active,
  nowMs = () => performance.now(),
}: LimiterOptions = {}): WaitForTurn {
  const lines = new Map<string, Line>()
  /** The last two owners who called. */
  let latest = { owner: '', atMs: Number.NEGATIVE_INFINITY }
  let previous = latest

  const notePresence = (owner: string) => {
    if (latest.owner !== owner) previous = latest
    latest = { owner, atMs: nowMs() }
  }
  const areOthersPresent = (owner: string) =>
    [latest, previous].some((present) => present.owner !== owner && nowMs() - present.atMs < presentMs)

  const debtOf = ({ debtMs, debtAtMs, share }: Line) =>
    Math.max(0, debtMs - (nowMs() - debtAtMs) * share.throttledShare)

  /** Lines without debt and calls are forgotten. */
  const forgetIdle = () => {
    for (const [key, line] of lines)
      if (line.running === 0 && line.waiting.length === 0 && debtOf(line) === 0) lines.delete(key)
  }

  /** How long the first in the line has to wait, as far as can be told; 0 if it may begin. */
  const waitOf = (line: Line, { lateAtMs }: Waiting): number => {
    const isLate = nowMs() >= lateAtMs
    if (line.isLarge && isLate) return 0
    if (line.running >= line.share.atOnce) return lateAtMs - nowMs()
    const allowanceMs = line.waiting.length > mostWaitingAtEase ? 0 : line.share.allowanceMs
    const excessMs = debtOf(line) - allowanceMs
    return excessMs > 0 && areOthersPresent(line.owner)
      ? Math.min(excessMs / line.share.throttledShare, presentMs)
      : 0
  }

  /** The first that is not kept waiting by calls like itself: reading overtakes storing. */
  const nextOf = ({ waiting, storing, share }: Line): Waiting | undefined =>
    waiting.find(
      ({ isStoring, lateAtMs }) => !isStoring || storing < share.storingAtOnce || nowMs() >= lateAtMs,
    )

  const advance = (line: Line): void => {
    if (line.timer !== null) clearTimeout(line.timer)
    line.timer = null
    for (let next = nextOf(line); next !== undefined; next = nextOf(line)) {
      const ms = waitOf(line, next)
      if (ms > 0) {
        line.timer = setTimeout(
          () => advance(line),
          Math.min(ms, Math.max(1, next.lateAtMs - nowMs())),
        ).unref()
        return
      }
      line.waiting.splice(line.waiting.indexOf(next), 1)
      next.begin()
    }
  }

  const lineOf = ({ key, isAnonymous = false }: CallOwner, { headers }: TurnRequest): Line => {
    const isOfLarge = isLarge(headers)
    const share = isOfLarge ? shares.large : isAnonymous ? shares.anonymous : shares.small
    const name = `${isOfLarge ? 'large' : 'small'} ${key}`
    const line = lines.get(name) ?? {
      owner: key,
      share,
      isLarge: isOfLarge,
      running: 0,
      storing: 0,
      waiting: [],
      debtMs: 0,
      debtAtMs: nowMs(),
      timer: null,
    }
    lines.set(name, line)
    return line
  }

  /** Charges a call that begins to its line, and gives its place to the next when it ends. */
  const begin = (line: Line, request: TurnRequest, response: Pick<ServerResponse, 'once'>) => {
    line.running += 1
    const storing = isStoring(request) ? 1 : 0
    line.storing += storing
    const begunAt = workedMs()
    let isOver = false
    const giveUpPlace = () => {
      if (isOver) return
      isOver = true
      clearTimeout(longest)
      line.running -= 1
      line.storing -= storing
      line.debtMs = debtOf(line) + chargeMs(request, workedMs() - begunAt)
      line.debtAtMs = nowMs()
      advance(line)
    }
    const longest = setTimeout(giveUpPlace, maxWaitMs).unref()
    response.once('finish', giveUpPlace)
    response.once('close', giveUpPlace)
  }

  return async (owner, request, response) => {
    forgetIdle()
    notePresence(owner.key)
    const line = lineOf(owner, request)
    if (line.running + line.waiting.length >= line.share.atOnce + line.share.maxWaiting) throw tooBusy()
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        const index = line.waiting.indexOf(waiting)
        if (index < 0) return
        line.waiting.splice(index, 1)
        clearTimeout(late)
        reject(tooBusy())
        advance(line)
      }
      const late = setTimeout(() => (line.isLarge ? advance(line) : leave()), maxWaitMs).unref()
      const waiting: Waiting = {
        lateAtMs: nowMs() + maxWaitMs,
        isStoring: isStoring(request),
        begin: () => {
          clearTimeout(late)
          begin(line, request, response)
          resolve()
        },
      }
      response.once('close', leave)
      line.waiting.push(waiting)
      advance(line)
    })
  }
}
