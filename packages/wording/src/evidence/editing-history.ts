import type { EditingHistory } from '@penmark/contract'

type HistoryKey = `history.${'minutes' | 'hours' | 'saves' | 'sessions' | 'recorded'}` | 'factCount.words'

/** A part of the sentence that sums an editing history up: a translation key and its figure. */
export interface HistoryPart {
  key: HistoryKey
  count: number
}

/** Longer editing times are stated in hours. */
const mostMinutes = 120

/**
 * Whether the words arrived in more sessions than the file counts saves. Saving under a new name sets minutes
 * and saves to zero and keeps the sessions, so the counters then say little.
 */
export function hasRestarted({ saves, sessions }: EditingHistory): boolean {
  return saves !== null && sessions !== null && sessions > saves
}

/**
 * The parts of "1,412 words, 4 minutes of editing, 3 saves, 1 session", without counters that were restarted.
 */
export function historyParts(history: EditingHistory): HistoryPart[] {
  const { words, sessions, recorded } = history
  const parts: HistoryPart[] = [{ key: 'factCount.words', count: words }]
  if (!hasRestarted(history)) parts.push(...counterParts(history))
  if (sessions !== null) parts.push({ key: 'history.sessions', count: sessions })
  if (recorded !== null) parts.push({ key: 'history.recorded', count: recorded })
  return parts
}

/** The parts of "4 minutes of editing, 3 saves". */
export function counterParts({ minutes, saves }: EditingHistory): HistoryPart[] {
  const parts: HistoryPart[] = []
  if (minutes !== null)
    parts.push(
      minutes > mostMinutes
        ? { key: 'history.hours', count: Math.round(minutes / 60) }
        : { key: 'history.minutes', count: minutes },
    )
  if (saves !== null) parts.push({ key: 'history.saves', count: saves })
  return parts
}

/**
 * The parts of "94 minutes of editing, 6 saves, 3 sessions"; empty where the counters were restarted and say
 * little.
 */
export function shortHistoryParts(history: EditingHistory): HistoryPart[] {
  if (hasRestarted(history)) return []
  const { sessions } = history
  return [
    ...counterParts(history),
    ...(sessions ? [{ key: 'history.sessions' as const, count: sessions }] : []),
  ]
}

/**
 * Share of the words that arrived in the session with the most words, 0…1, rounded down: "100%" means every
 * word. Null if not recorded.
 */
export function largestShare({ words, largest }: EditingHistory): number | null {
  return largest === null || words === 0 ? null : Math.floor((largest / words) * 100) / 100
}

/** A stretch of the plot along the text, as shares of its length. */
export interface PlottedStretch {
  from: number
  width: number
  /** `largest` is the session with the most words. */
  session: 'largest' | 'other' | 'unknown'
  /** Alternates, so that neighbouring sessions look different. */
  isEven: boolean
}

/** The position of each session's words in the text; empty if there is nothing to compare. */
export function plotSessions({ stretches, sessions }: EditingHistory): PlottedStretch[] {
  const words = stretches.reduce((sum, stretch) => sum + stretch.words, 0)
  if (sessions === null || words === 0) return []
  let before = 0
  return stretches.map(({ session, words: sessionWords }, nth) => {
    const from = before / words
    before += sessionWords
    return {
      from,
      width: sessionWords / words,
      session: session === 0 ? 'unknown' : session === 1 ? 'largest' : 'other',
      isEven: nth % 2 === 0,
    }
  })
}
