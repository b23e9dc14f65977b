import { problem } from '../../../locale/problems/problem.ts'
import type { Connection } from '../../../services/database/database.ts'
import {
  adjustmentsTo,
  type Cycle,
  characterLimitOf,
  cycleAt,
  isBounded,
  type Metered,
  meter,
  type Plan,
  type Remaining,
  remainingAfter,
  type Shortage,
  type Size,
  shortageOf,
  wordLimitOf,
} from './rules.ts'
import {
  insertMovements,
  insertSpent,
  type Sums,
  selectCycleSums,
  selectReservations,
  selectUsages,
} from './store.ts'

/** Counted in words; `characters` counts the same in characters. */
export interface Usage extends Metered {
  cycle: Cycle
  documents: number
  characters: Metered
}

export async function readUsage(connection: Connection, plan: Plan, now: Date): Promise<Usage> {
  const usage = (await readUsages(connection, [plan], now)).get(plan.teacher_id)
  if (!usage) throw new Error('The usage that was just summed is missing.')
  return usage
}

function usageOf(plan: Plan, cycle: Cycle, { words, characters, documents }: Sums): Usage {
  return {
    cycle,
    ...meter(wordLimitOf(plan), words),
    documents,
    characters: meter(characterLimitOf(plan), characters),
  }
}

/** The usage of many teachers, by their ids, in one query. */
export async function readUsages(
  connection: Connection,
  plans: Plan[],
  now: Date,
): Promise<Map<string, Usage>> {
  const cycles = plans.map((plan) => ({ plan, cycle: cycleAt(plan, now) }))
  const sums = await selectUsages(
    connection,
    cycles.map(({ plan, cycle }) => ({ teacher_id: plan.teacher_id, cycle, now })),
  )
  return new Map(
    cycles.map(({ plan, cycle }) => [
      plan.teacher_id,
      usageOf(plan, cycle, sums.get(plan.teacher_id) ?? { words: 0, characters: 0, documents: 0 }),
    ]),
  )
}

/** @throws {Problem} `allowance_exceeded` if no words or no characters are left in this cycle. */
export async function requireAllowance(connection: Connection, plan: Plan): Promise<void> {
  if (!isBounded(plan)) return
  const { remaining, limit, cycle, characters } = await readUsage(connection, plan, new Date())
  if (remaining !== 0 && characters.remaining !== 0) return
  const date = cycle.end.toISOString().slice(0, 10)
  if (remaining === 0) throw problem('allowance_exceeded', 'words_used_up', { words: limit ?? 0, date })
  throw problem('allowance_exceeded', 'characters_used_up', { characters: characters.limit ?? 0, date })
}

/** A request to reserve words and characters for a document. */
export interface ReservationRequest {
  plan: Plan
  document_id: string
  size: Size
}

/**
 * Reserves the words and characters of documents in order. A result is null, or says what there is too little
 * of; then nothing is reserved for that document. The caller has locked the documents' rows and then their
 * plans in the same transaction, so that two documents cannot both spend the last words. A document with a
 * reservation from an earlier run keeps it, unless its size changed; then it counts in the present cycle.
 */
export async function reserveWords(
  connection: Connection,
  requests: ReservationRequest[],
  now: Date,
): Promise<(Shortage | null)[]> {
  const before = await selectReservations(
    connection,
    requests.map(({ document_id }) => document_id),
  )
  const isReserved = ({ document_id, size }: ReservationRequest) => {
    const latest = before.get(document_id)
    return (
      latest?.kind === 'spent' ||
      (latest?.kind === 'reserved' && latest.words === size.words && latest.characters === size.characters)
    )
  }
  const unreserved = requests.filter((request) => !isReserved(request))
  for (const { document_id } of unreserved)
    if (before.get(document_id)?.kind === 'reserved') await releaseWords(connection, document_id)

  const remainingOf = await readRemaining(connection, unreserved, now)
  const shortages = new Map<ReservationRequest, Shortage>()
  const movements = unreserved.flatMap((request) => {
    const { plan, document_id, size } = request
    const remaining = remainingOf.get(plan.teacher_id) ?? { words: null, characters: null }
    const shortage = shortageOf(size, remaining)
    if (shortage !== null) {
      shortages.set(request, shortage)
      return []
    }
    remainingOf.set(plan.teacher_id, remainingAfter(remaining, size))
    return [
      {
        teacher_id: plan.teacher_id,
        document_id,
        kind: 'reserved' as const,
        ...size,
        cycle_start: cycleAt(plan, now).start,
        counted_at: now,
      },
    ]
  })
  await insertMovements(connection, movements)
  return requests.map((request) => shortages.get(request) ?? null)
}

/**
 * What is left of the teachers' allowances, by their ids. Teachers without a limit are left out, so that no
 * sum is computed for them.
 */
async function readRemaining(
  connection: Connection,
  requests: ReservationRequest[],
  now: Date,
): Promise<Map<string, Remaining>> {
  const bounded = new Map(
    requests.filter(({ plan }) => isBounded(plan)).map(({ plan }) => [plan.teacher_id, plan]),
  )
  if (bounded.size === 0) return new Map()
  const usages = await readUsages(connection, [...bounded.values()], now)
  return new Map(
    [...usages].map(([id, { remaining, characters }]) => [
      id,
      { words: remaining, characters: characters.remaining },
    ]),
  )
}

/**
 * Records that the documents are finished and their reserved words spent. The documents' rows must be locked.
 */
export function spendWords(connection: Connection, document_ids: string[]): Promise<void> {
  return insertSpent(connection, document_ids)
}

/** Returns reserved words to their cycle. Spent words stay spent. The document's row must be locked. */
export async function releaseWords(connection: Connection, document_id: string): Promise<void> {
  const reserved = (await selectReservations(connection, [document_id])).get(document_id)
  if (reserved?.kind !== 'reserved') return
  const { teacher_id, cycle_start, counted_at, words, characters } = reserved
  const released = {
    teacher_id,
    document_id,
    kind: 'released',
    words: -words,
    characters: -characters,
    cycle_start,
    counted_at,
  } as const
  await insertMovements(connection, [released])
}

/**
 * Sets the words used in the present cycle, but not below what is reserved for documents in progress, because
 * a failing document returns its words. Zero resets the characters too. Words that a change of plan carried
 * over are taken back where they were used, so that both cease to count together. The teacher's row must be
 * locked.
 */
export async function adjustUsage(
  connection: Connection,
  plan: Plan,
  used: number,
  now: Date,
): Promise<void> {
  const { teacher_id } = plan
  const cycle = cycleAt(plan, now)
  const sums = await selectCycleSums(connection, { teacher_id, cycle, now })
  const words = adjustmentsTo(
    used,
    sums.map(({ used: sum, reserved }) => ({ used: sum.words, reserved: reserved.words })),
  )
  const characters =
    used === 0
      ? adjustmentsTo(
          0,
          sums.map(({ used: sum, reserved }) => ({ used: sum.characters, reserved: reserved.characters })),
        )
      : null
  const movements = sums.map(({ cycle_start, counted_at }, nth) => ({
    teacher_id,
    kind: 'adjusted' as const,
    words: words.each[nth] ?? 0,
    characters: characters?.each[nth] ?? 0,
    cycle_start,
    counted_at,
  }))
  const added = {
    teacher_id,
    kind: 'adjusted' as const,
    words: words.added,
    characters: 0,
    cycle_start: cycle.start,
    counted_at: now,
  }
  await insertMovements(
    connection,
    [...movements, added].filter((movement) => movement.words !== 0 || movement.characters !== 0),
  )
}
