import type { Connection } from '../../database/database.ts'
import { adjustmentTo, type Cycle, cycleAt, fits, type Plan, remainingWords, wordLimitOf } from './rules.ts'
import { insertMovement, selectOptionalReservation, selectUsage, selectUsages, selectWordsInHand } from './store.ts'

export interface Usage {
  cycle: Cycle
  /** Words a cycle; null is unlimited. */
  limit: number | null
  used: number
  /** Null is unlimited. */
  remaining: number | null
  documents: number
}

export async function readUsage(connection: Connection, plan: Plan, now: Date): Promise<Usage> {
  const cycle = cycleAt(plan, now)
  return usageOf(plan, cycle, await selectUsage(connection, plan.teacher_id, cycle.start))
}

function usageOf(plan: Plan, cycle: Cycle, { words, documents }: { words: number; documents: number }): Usage {
  const limit = wordLimitOf(plan)
  return { cycle, limit, used: words, remaining: remainingWords(limit, words), documents }
}

/** The usage of many teachers, by their ids, in one question to the database. */
export async function readUsages(connection: Connection, plans: Plan[], now: Date): Promise<Map<string, Usage>> {
  const cycles = plans.map((plan) => ({ plan, cycle: cycleAt(plan, now) }))
  const moved = await selectUsages(
    connection,
    cycles.map(({ plan, cycle }) => ({ teacher_id: plan.teacher_id, start: cycle.start })),
  )
  return new Map(
    cycles.map(({ plan, cycle }) => [plan.teacher_id, usageOf(plan, cycle, moved.get(plan.teacher_id) ?? { words: 0, documents: 0 })]),
  )
}

/**
 * Sets the words of a document aside, or answers false when they do not fit; then none are set aside. The document's row and then `plan`
 * must be locked in the same transaction: the second is what keeps two documents from both spending the last words. A document that was
 * reserved before (its worker died) keeps that reservation; when its words are others now, they count in the present cycle instead.
 */
export async function reserveWords(connection: Connection, plan: Plan, document_id: string, words: number, now: Date): Promise<boolean> {
  const before = await selectOptionalReservation(connection, document_id)
  if (before?.kind === 'kept' || (before?.kind === 'reserved' && before.words === words)) return true
  await releaseWords(connection, document_id)
  const { cycle, remaining } = await readUsage(connection, plan, now)
  if (!fits(words, remaining)) return false
  await insertMovement(connection, { teacher_id: plan.teacher_id, document_id, kind: 'reserved', words, cycle_start: cycle.start })
  return true
}

/** Notes that the document is finished and its words are spent. The document's row must be locked. */
export async function keepWords(connection: Connection, document_id: string): Promise<void> {
  const reserved = await selectOptionalReservation(connection, document_id)
  if (reserved === null || reserved.kind !== 'reserved') return
  const { teacher_id, cycle_start } = reserved
  await insertMovement(connection, { teacher_id, document_id, kind: 'kept', words: 0, cycle_start })
}

/** Gives reserved words back, to the cycle they came from. Kept words stay spent. The document's row must be locked. */
export async function releaseWords(connection: Connection, document_id: string): Promise<void> {
  const reserved = await selectOptionalReservation(connection, document_id)
  if (reserved === null || reserved.kind !== 'reserved') return
  const { teacher_id, cycle_start, words } = reserved
  await insertMovement(connection, { teacher_id, document_id, kind: 'released', words: -words, cycle_start })
}

/**
 * Sets the words used in the present cycle, as far down as what is being processed allows: a document that fails later gives its words
 * back, and they must not have been given back before. `plan` must be locked.
 */
export async function adjustUsage(connection: Connection, plan: Plan, used: number, now: Date): Promise<void> {
  const usage = await readUsage(connection, plan, now)
  const inHand = await selectWordsInHand(connection, plan.teacher_id, usage.cycle.start)
  const words = adjustmentTo(used, usage.used, inHand)
  if (words === 0) return
  await insertMovement(connection, { teacher_id: plan.teacher_id, kind: 'adjusted', words, cycle_start: usage.cycle.start })
}
