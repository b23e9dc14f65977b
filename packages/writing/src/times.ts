import type { RecordEntry } from './step.ts'

/** When the server received entries: from the entry with the index `first` on, until the next one. In milliseconds since 1970. */
export interface Receipt {
  first: number
  at: number
}

/** Clocks of devices that are synchronised differ by less. */
const synchronisedMs = 120_000
/** A clock that is slow is told from a slow network by several batches that all come late by the same. */
const agreeing = { batches: 3, withinMs: 30_000 }

/**
 * The times of entries, in milliseconds since 1970. They are the device's, moved by a constant where its clock was wrong: entries cannot be
 * received before they were made, and a clock that is slow by hours is slow in every batch, whereas one that only waited for the network is not.
 */
export function timesOf(entries: readonly RecordEntry[], receipts: readonly Receipt[]): Float64Array {
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
  const corrections = new Map([...delays].map(([client, all]) => [client, correctionOf(all)]))
  return Float64Array.from(entries, ({ at, client }) => at + (corrections.get(client) ?? 0))
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

/** A period of writing without a longer break. The indexes of its first and last entry are those of the record's order. */
export interface Session {
  start: number
  end: number
  firstEntry: number
  lastEntry: number
}

/** The indexes of entries in the order of their times; a device without a network sends its entries later than it made them. */
export function orderedByTime(times: Float64Array): Uint32Array {
  const order = Uint32Array.from(times, (_, at) => at)
  for (let at = 1; at < times.length; at++) if (times[at]! < times[at - 1]!) return order.sort((a, b) => times[a]! - times[b]! || a - b)
  return order
}

/** Periods in which something was written; opening the page to read makes none. */
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

/** A period in which the page was not in front, within a session. */
export interface Away {
  start: number
  end: number
}

export function awayOf(entries: readonly RecordEntry[], times: Float64Array): Away[] {
  const left = new Map<string, number>()
  const away: Away[] = []
  for (const [at, { kind, client }] of entries.entries()) {
    const start = left.get(client)
    if (kind === 'blur') left.set(client, start ?? times[at]!)
    else if (start !== undefined) {
      left.delete(client)
      const end = times[at]!
      if (kind !== 'close' && end > start && end - start < sessionBreakMs) away.push({ start, end })
    }
  }
  return away
}

const window = 300_000

/** Typed characters a minute in the fastest five minutes; null with less than five minutes of writing. */
export function fastestPerMinute(typed: readonly { at: number; count: number }[], writingMs: number): number | null {
  if (writingMs < window) return null
  const sorted = [...typed].sort((a, b) => a.at - b.at)
  let from = 0
  let within = 0
  let most = 0
  for (const { at, count } of sorted) {
    within += count
    while (at - sorted[from]!.at >= window) within -= sorted[from++]!.count
    most = Math.max(most, within)
  }
  return (most * 60_000) / window
}

const leastKeys = 200

/** How unevenly keys follow each other: the standard deviation of the time between two, divided by its mean. Null for few keys. */
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
