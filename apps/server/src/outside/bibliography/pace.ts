import { setTimeout } from 'node:timers/promises'

export interface PaceClock {
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

const systemClock: PaceClock = {
  now: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
}

/** Both services allow more; one call after the other at this distance is polite. */
export const betweenCallsMs = 400
/** Longer pauses are not waited for. */
const longestWaitMs = 5_000

/** Keeps the calls to one service apart, and away while it asks for a pause. */
export interface Pace {
  /** Waits for its turn. Returns the rest of a longer pause without waiting for it, otherwise 0. */
  wait(signal: AbortSignal): Promise<number>
  pause(ms: number): void
}

export function createPace({ now, sleep }: PaceClock = systemClock): Pace {
  let nextAt = 0
  let pausedUntil = 0
  return {
    async wait(signal) {
      const at = Math.max(now(), nextAt, pausedUntil)
      if (pausedUntil - now() > longestWaitMs) return pausedUntil - now()
      nextAt = at + betweenCallsMs
      if (at > now()) await sleep(at - now(), signal)
      return 0
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms)
    },
  }
}
