import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

/** Most essays and pasted texts are smaller and cost little to receive. */
const largeBytes = 128 * 1_024
/** A slow upload from one device must not hold up the same teacher's other devices for longer. */
const defaultMaxWaitMs = 10_000
/** How much of the process's time an owner's large bodies may take at once, and which share of it from then on. */
const allowanceMs = 250
const throttledShare = 0.05
/** The most that is charged for a body, since a busy process also works for others while it receives one. */
const maxChargeMs = (bytes: number) => 25 + (bytes / 1_000_000) * 15

function bytesOf(headers: IncomingHttpHeaders): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY
}

function whenEnded(response: Pick<ServerResponse, 'once'>): Promise<void> {
  return new Promise((resolve) => {
    response.once('finish', resolve)
    response.once('close', resolve)
  })
}

/** Resolves when the body of a call may be read. */
export type WaitForTurn = (
  owner: string,
  request: { headers: IncomingHttpHeaders },
  response: Pick<ServerResponse, 'once'>,
) => Promise<void>

interface LargeBodyOptions {
  maxWaitMs?: number
  /** The time that this process has worked so far, without the time in which it waited, in milliseconds. */
  workedMs?: () => number
  nowMs?: () => number
}

interface Owner {
  /** Until all large calls so far are answered. */
  lastTurn: Promise<unknown>
  waiting: number
  /** What their large calls took of the process's time, less what has been paid off since. */
  debtMs: number
  debtAtMs: number
}

/**
 * Serves the large bodies of one owner one after the other. Once they have taken a quarter of a second of the process's working time, they get a
 * twentieth of it, so that everybody else's calls are answered meanwhile. A slow network costs an owner nothing. Those who wait are not refused: their
 * bodies are simply not read yet.
 */
export function createLargeBodyLimiter({
  maxWaitMs = defaultMaxWaitMs,
  workedMs = () => performance.eventLoopUtilization().active,
  nowMs = () => performance.now(),
}: LargeBodyOptions = {}): WaitForTurn {
  const owners = new Map<string, Owner>()

  const debtOf = (owner: Owner) => Math.max(0, owner.debtMs - (nowMs() - owner.debtAtMs) * throttledShare)

  /** Owners without debt and calls are forgotten. */
  const forgetIdle = () => {
    for (const [key, owner] of owners) if (owner.waiting === 0 && debtOf(owner) === 0) owners.delete(key)
  }

  /** Waits for `before`, and then until the debt is paid down to the allowance, but not longer than the patience. */
  const waitFor = async (previous: Promise<unknown>, owner: Owner) => {
    const timeout = new AbortController()
    const { signal } = timeout
    const sleep = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
    const turn = previous.then(() => {
      const excess = debtOf(owner) - allowanceMs
      return excess > 0 ? sleep(excess / throttledShare) : undefined
    })
    await Promise.race([turn, sleep(maxWaitMs)])
    timeout.abort()
  }

  return async (key, { headers }, response) => {
    const bytes = bytesOf(headers)
    if (bytes <= largeBytes) return
    forgetIdle()
    const owner = owners.get(key) ?? { lastTurn: Promise.resolve(), waiting: 0, debtMs: 0, debtAtMs: nowMs() }
    owners.set(key, owner)
    owner.waiting += 1
    const previous = owner.lastTurn
    const end = whenEnded(response).then(() => {
      owner.waiting -= 1
    })
    owner.lastTurn = Promise.all([previous, end])
    await waitFor(previous, owner)
    const begunAt = workedMs()
    void end.then(() => {
      owner.debtMs = debtOf(owner) + Math.min(workedMs() - begunAt, maxChargeMs(bytes))
      owner.debtAtMs = nowMs()
    })
  }
}
