import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Most essays and pasted texts are smaller and cost little to receive. */
const largeBytes = 128 * 1_024
/** A slow upload from one device must not hold up the same teacher's other devices for longer. */
const usualPatienceMs = 10_000

function isLarge(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBytes
}

function ended(response: Pick<ServerResponse, 'once'>): Promise<void> {
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

/**
 * Serves the large bodies of one owner one after the other, so that receiving them leaves time for everybody else's calls. Those who wait are not
 * refused: their bodies are simply not read yet.
 */
export function createLargeBodyTurns({ patienceMs = usualPatienceMs } = {}): WaitForTurn {
  /** For each owner, until all large calls so far are answered. */
  const lastTurns = new Map<string, Promise<unknown>>()
  return async (owner, { headers }, response) => {
    if (!isLarge(headers)) return
    const before = lastTurns.get(owner)
    const turn = Promise.all([before, ended(response)]).then(() => {
      if (lastTurns.get(owner) === turn) lastTurns.delete(owner)
    })
    lastTurns.set(owner, turn)
    if (before === undefined) return
    const impatience = new AbortController()
    const timeout = wait(patienceMs, undefined, { signal: impatience.signal, ref: false }).catch(() => undefined)
    await Promise.race([before, timeout])
    impatience.abort()
  }
}
