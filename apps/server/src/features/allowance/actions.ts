import type { Connection } from '../../database/database.ts'
import { type Cycle, cycleAt, fits, type Plan, remainingWords, wordLimitOf } from './rules.ts'
import { insertMovement, selectOptionalReservation, selectUsage } from './store.ts'

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
  const { words, documents } = await selectUsage(connection, plan.teacher_id, cycle.start)
  const limit = wordLimitOf(plan)
  return { cycle, limit, used: words, remaining: remainingWords(limit, words), documents }
}

/**
 * Sets the words of a document aside, or answers false when they do not fit. The document's row and then `plan` must be locked in the
 * same transaction: the second is what keeps two documents from both spending the last words. A document that was reserved before (its worker died) moves only the
 * difference.
 */
export async function reserveWords(connection: Connection, plan: Plan, document_id: string, words: number, now: Date): Promise<boolean> {
  const before = await selectOptionalReservation(connection, document_id)
  const missing = words - (before?.words ?? 0)
  if (before?.kind === 'reserved' && missing === 0) return true
  const { cycle, remaining } = await readUsage(connection, plan, now)
  if (!fits(missing, remaining)) return false
  await insertMovement(connection, { teacher_id: plan.teacher_id, document_id, kind: 'reserved', words: missing, cycle_start: cycle.start })
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
