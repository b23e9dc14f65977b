import { type DatedEntry, type Receipt, serverTimesOf, synchronisedMs } from './times.ts'

export type { DatedEntry, Receipt }

/**
 * Entries whose dates their arrival does not confirm, in the form of the contract:
 * - `before-opening`: dated before the task was opened; `explained` if they arrived at the pace at which they
 *   are dated, as with a wrong clock
 * - `faster`: dated over more time than the server knows to have passed, which no lost connection explains
 * - `late`: arrived together after a silence that is as long as they are dated over, as after a lost
 *   connection; `explained` if the page noted one
 */
export interface ArrivalFinding {
  kind: 'before-opening' | 'faster' | 'late'
  changes: number
  /** Whether these are all changes of the record. */
  all: boolean
  /** When they are dated, and when the server received them. */
  from: string
  to: string
  received_from: string
  received_to: string
  /** When the task was opened, or when the server had last heard from the page. */
  since: string
  explained: boolean
}

/** Below this, delays of the network and of clocks explain everything. */
const slackMs = 60_000
/**
 * A longer pause counts as this much dated time, so that a clock that is set in between does not look like
 * writing.
 */
const longestPauseMs = 20_000
/**
 * The page sends at most 300 entries at once. After a batch of this size it may hold more that it made
 * before.
 */
const cutFrom = 200

interface Batch {
  first: number
  end: number
  receivedAt: number
  client: string
}

interface Run {
  firstBatch: number
  lastBatch: number
  since: number
}

/**
 * Compares when entries are dated, which is the browser's word, with when the server received them, which is
 * the server's own. It finds what their arrival does not confirm, and says nothing about why.
 */
export function arrivalOf(
  entries: readonly DatedEntry[],
  receipts: readonly Receipt[],
  openedAt: number | null,
): ArrivalFinding[] {
  const batches = receipts.map(({ first, at }, nth): Batch => {
    const end = Math.min(receipts[nth + 1]?.first ?? entries.length, entries.length)
    return { first, end, receivedAt: at, client: entries[first]?.client ?? '' }
  })
  const times = serverTimesOf(entries, receipts)
  const record = {
    entries,
    batches,
    times,
    openedAt,
    changes: stepsBetween(entries, 0, entries.length).length,
  }
  const early = openedAt === null ? null : beforeOpening(record, openedAt)
  const fast = fasterRuns(record)
  const found = new Set(early?.batches)
  for (const { firstBatch, lastBatch } of fast)
    for (let nth = firstBatch; nth <= lastBatch; nth++) found.add(nth)
  const faster = fast.flatMap(({ firstBatch, lastBatch, since }) => {
    const within = batches.slice(firstBatch, lastBatch + 1)
    const changes = within.flatMap(({ first, end }) => stepsBetween(entries, first, end))
    return findingOf(record, 'faster', changes, within, since, false)
  })
  return [...(early?.findings ?? []), ...faster, ...lateFindings(record, found)]
}

interface RecordArrival {
  entries: readonly DatedEntry[]
  batches: readonly Batch[]
  /** When each entry is dated, by the server's clock. */
  times: Float64Array
  openedAt: number | null
  /** How many changes the record has. */
  changes: number
}

function stepsBetween(entries: readonly DatedEntry[], first: number, end: number): number[] {
  const steps: number[] = []
  for (let at = first; at < end; at++) if (entries[at]!.kind === 'step') steps.push(at)
  return steps
}

/** How long these entries are dated over, without long pauses and without going back. */
function datedMs(times: Float64Array, indices: readonly number[]): number {
  let newest: number | null = null
  let total = 0
  for (const at of indices) {
    const time = times[at]!
    if (newest !== null) total += Math.min(longestPauseMs, Math.max(0, time - newest))
    newest = newest === null ? time : Math.max(newest, time)
  }
  return total
}

function findingOf(
  { changes: total, times }: RecordArrival,
  kind: ArrivalFinding['kind'],
  changes: readonly number[],
  batches: readonly Batch[],
  since: number,
  explained: boolean,
): ArrivalFinding[] {
  const [first, last] = [batches[0], batches.at(-1)]
  if (changes.length === 0 || !first || !last) return []
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const at of changes) {
    from = Math.min(from, times[at]!)
    to = Math.max(to, times[at]!)
  }
  const iso = (ms: number) => new Date(ms).toISOString()
  return [
    {
      kind,
      changes: changes.length,
      all: changes.length === total,
      from: iso(from),
      to: iso(to),
      received_from: iso(first.receivedAt),
      received_to: iso(last.receivedAt),
      since: iso(since),
      explained,
    },
  ]
}

function beforeOpening(
  record: RecordArrival,
  openedAt: number,
): { findings: ArrivalFinding[]; batches: number[] } {
  const { entries, batches, times } = record
  const isEarly = (at: number) => times[at]! < openedAt - synchronisedMs
  const early = batches.flatMap(({ first, end }) => stepsBetween(entries, first, end).filter(isEarly))
  if (early.length === 0) return { findings: [], batches: [] }
  const dated = datedMs(times, early)
  const within = batches.flatMap((batch, nth) =>
    stepsBetween(entries, batch.first, batch.end).some(isEarly) ? [nth] : [],
  )
  const received = within.map((nth) => batches[nth]!)
  const arrivalMs = (received.at(-1)?.receivedAt ?? 0) - (received[0]?.receivedAt ?? 0)
  return {
    findings: findingOf(record, 'before-opening', early, received, openedAt, dated <= arrivalMs + slackMs),
    batches: within,
  }
}

/**
 * Runs of batches that are dated over more time than passed since the server had last heard from a page that
 * held nothing back. That moment is the one after which the least dated time would be too much.
 */
function fasterRuns({ batches, times, openedAt }: RecordArrival): Run[] {
  const runs: Run[] = []
  let dated = 0
  let newest: number | null = null
  let start = openedAt === null ? null : { dated: 0, heardAt: openedAt, batch: -1 }
  for (const [nth, { first, end, receivedAt }] of batches.entries()) {
    const before = dated
    for (let at = first; at < end; at++) {
      const time = times[at]!
      if (newest !== null) dated += Math.min(longestPauseMs, Math.max(0, time - newest))
      newest = newest === null ? time : Math.max(newest, time)
    }
    const last = runs.at(-1)
    const sinceLast = receivedAt - (batches[nth - 1]?.receivedAt ?? receivedAt)
    const goesOn = last?.lastBatch === nth - 1 && dated - before > 2 * sinceLast + longestPauseMs / 4
    if (start !== null && (goesOn || dated - start.dated - (receivedAt - start.heardAt) > slackMs)) {
      if (last && last.lastBatch >= start.batch) last.lastBatch = nth
      else runs.push({ firstBatch: start.batch + 1, lastBatch: nth, since: start.heardAt })
      start = { dated, heardAt: receivedAt, batch: nth }
    } else if (
      start === null ||
      (end - first < cutFrom && dated - receivedAt <= start.dated - start.heardAt)
    ) {
      start = { dated, heardAt: receivedAt, batch: nth }
    }
  }
  return runs
}

/** What one page sent long after it is dated, and its batches are not found already. */
function lateFindings(record: RecordArrival, found: ReadonlySet<number>): ArrivalFinding[] {
  const { entries, batches, times, openedAt } = record
  const findings: ArrivalFinding[] = []
  interface Stretch {
    batches: number[]
    changes: number[]
    since: number
  }
  const open = new Map<string, Stretch>()
  const heardAt = new Map<string, number>()
  const close = (client: string) => {
    const stretch = open.get(client)
    open.delete(client)
    if (
      !stretch ||
      datedMs(times, stretch.changes) <= slackMs ||
      stretch.batches.every((nth) => found.has(nth))
    )
      return
    const within = stretch.batches.map((nth) => batches[nth]!)
    const isNoted = within.some(({ first, end }) =>
      entries.slice(first, end).some(({ kind }) => kind === 'offline'),
    )
    findings.push(...findingOf(record, 'late', stretch.changes, within, stretch.since, isNoted))
  }
  for (const [nth, { first, end, receivedAt, client }] of batches.entries()) {
    const late = stepsBetween(entries, first, end).filter((at) => receivedAt - times[at]! > synchronisedMs)
    if (late.length === 0) close(client)
    else {
      const stretch = open.get(client) ?? {
        batches: [],
        changes: [],
        since: heardAt.get(client) ?? openedAt ?? times[late[0]!]!,
      }
      stretch.batches.push(nth)
      for (const at of late) stretch.changes.push(at)
      open.set(client, stretch)
    }
    heardAt.set(client, receivedAt)
  }
  for (const client of open.keys()) close(client)
  return findings
}
