import type { RecordEntry } from './step.ts'

/** What is known of an entry without the change that it makes. */
export type DatedEntry = Pick<RecordEntry, 'at' | 'client' | 'kind'>

/**
 * When the server received the entries from the index `first` up to the next receipt, in milliseconds since
 * 1970.
 */
export interface Receipt {
  first: number
  at: number
}

/** The clocks of synchronised devices differ by less. */
export const synchronisedMs = 120_000
/** A slow clock differs from a slow network in that several batches arrive late by the same time. */
const agreeing = { batches: 3, withinMs: 30_000 }

/**
 * How long after its date each batch's last entry was received, for each editor; negative for a clock that
 * runs ahead.
 */
function delaysOf(entries: readonly DatedEntry[], receipts: readonly Receipt[]): Map<string, number[]> {
  const delays = new Map<string, number[]>()
  for (const [nth, receipt] of receipts.entries()) {
    const last = new Map<string, number>()
    const end = Math.min(receipts[nth + 1]?.first ?? entries.length, entries.length)
    for (let at = Math.max(0, receipt.first); at < end; at++) last.set(entries[at]!.client, entries[at]!.at)
    for (const [client, at] of last) {
      const known = delays.get(client)
      if (known) known.push(receipt.at - at)
      else delays.set(client, [receipt.at - at])
    }
  }
  return delays
}

/**
 * The times of entries, in milliseconds since 1970: the device's, corrected by a constant if its clock was
 * wrong. An entry cannot be received before it was made, and a clock that is hours slow makes every batch
 * seem hours late, whereas a slow network does not.
 */
export function timesOf(entries: readonly RecordEntry[], receipts: readonly Receipt[]): Float64Array {
  const corrections = new Map(
    [...delaysOf(entries, receipts)].map(([client, delays]) => [client, correctionOf(delays)]),
  )
  return Float64Array.from(entries, ({ at, client }) => at + (corrections.get(client) ?? 0))
}

/** The same by the server's clock: the small difference that any two clocks have is taken out too. */
export function serverTimesOf(entries: readonly DatedEntry[], receipts: readonly Receipt[]): Float64Array {
  const corrections = new Map(
    [...delaysOf(entries, receipts)].map(([client, delays]) => [client, differenceOf(delays)]),
  )
  return Float64Array.from(entries, ({ at, client }) => at + (corrections.get(client) ?? 0))
}

function differenceOf(delays: number[]): number {
  // A tenth may be earlier than the clock allows, so that few entries with made-up dates do not move all
  // others.
  const low = delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 10)]!
  return Math.abs(low) <= synchronisedMs ? low : correctionOf(delays.filter((delay) => delay >= low))
}

function correctionOf(delays: number[]): number {
  const least = delays.reduce((a, b) => Math.min(a, b))
  if (Math.abs(least) <= synchronisedMs) return 0
  if (least < 0) return least
  const agree = delays.filter((delay) => delay - least <= agreeing.withinMs).length
  return agree >= agreeing.batches ? least : 0
}

/** After a break of this length, writing again is another session. */
const sessionBreakMs = 600_000

/** A period of writing without a long break. `firstEntry` and `lastEntry` are indices into the record. */
export interface Session {
  start: number
  end: number
  firstEntry: number
  lastEntry: number
}

/**
 * The indices of the entries in the order of their times: a device that was offline sends its entries later
 * than it made them.
 */
export function orderedByTime(times: Float64Array): Uint32Array {
  const order = Uint32Array.from(times, (_, at) => at)
  for (let at = 1; at < times.length; at++)
    if (times[at]! < times[at - 1]!) return order.sort((a, b) => times[a]! - times[b]! || a - b)
  return order
}

/** Periods in which something was written. Opening the page to read does not count. */
export function sessionsOf(entries: readonly RecordEntry[], times: Float64Array): Session[] {
  const sessions: Session[] = []
  let session: (Session & { written: boolean }) | null = null
  const close = () => {
    if (!session?.written) return
    const { written: _, ...closed } = session
    sessions.push(closed)
  }
  for (const at of orderedByTime(times)) {
    const time = times[at]!
    if (!session || time - session.end >= sessionBreakMs) {
      close()
      session = { start: time, end: time, firstEntry: at, lastEntry: at, written: false }
    }
    session.end = time
    session.firstEntry = Math.min(session.firstEntry, at)
    session.lastEntry = Math.max(session.lastEntry, at)
    session.written ||= entries[at]!.kind === 'step'
  }
  close()
  return sessions
}

/** A period within a session in which the page was not in the foreground. */
export interface Absence {
  start: number
  end: number
}

export function absencesOf(entries: readonly RecordEntry[], times: Float64Array): Absence[] {
  const blurredAt = new Map<string, number>()
  const absences: Absence[] = []
  for (const [at, { kind, client }] of entries.entries()) {
    const start = blurredAt.get(client)
    if (kind === 'blur') blurredAt.set(client, start ?? times[at]!)
    else if (start !== undefined && kind !== 'offline' && kind !== 'online') {
      blurredAt.delete(client)
      const end = times[at]!
      if (kind !== 'close' && end > start && end - start < sessionBreakMs) absences.push({ start, end })
    }
  }
  return absences
}

/** From this on, a time between two changes is a pause, as research on writing counts them. */
const pauseMs = 2_000

/** Pauses between two changes within a session. */
export function pausesOf(entries: readonly RecordEntry[], times: Float64Array): number {
  let pauses = 0
  let before: number | null = null
  for (const at of orderedByTime(times)) {
    if (entries[at]!.kind !== 'step') continue
    const between = before === null ? 0 : times[at]! - before
    if (between >= pauseMs && between < sessionBreakMs) pauses++
    before = times[at]!
  }
  return pauses
}

const fastestWindowMs = 300_000
/** Fewer keys say nothing about how somebody types. */
const leastKeys = 200

/** Typed characters a minute in the fastest five minutes; null if too little was typed, or in less time. */
export function fastestPerMinute(
  typed: readonly { at: number; count: number }[],
  writingMs: number,
): number | null {
  const total = typed.reduce((sum, { count }) => sum + count, 0)
  if (writingMs < fastestWindowMs || total < leastKeys) return null
  const sorted = [...typed].sort((a, b) => a.at - b.at)
  let from = 0
  let within = 0
  let most = 0
  for (const { at, count } of sorted) {
    within += count
    while (at - sorted[from]!.at >= fastestWindowMs) within -= sorted[from++]!.count
    most = Math.max(most, within)
  }
  return (most * 60_000) / fastestWindowMs
}

/**
 * How unevenly keys follow each other: the standard deviation of the time between two, divided by its mean.
 * Null if there are too few keys.
 */
export function rhythmVariation(keys: readonly { at: number; client: string }[]): number | null {
  const last = new Map<string, number>()
  const between: number[] = []
  for (const { at, client } of keys) {
    const before = last.get(client)
    if (before !== undefined && at >= before && at - before < sessionBreakMs) between.push(at - before)
    last.set(client, at)
  }
  if (between.length < leastKeys) return null
  const mean = between.reduce((sum, ms) => sum + ms, 0) / between.length
  if (mean === 0) return 0
  const variance = between.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / between.length
  return Math.sqrt(variance) / mean
}
