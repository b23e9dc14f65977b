import type { Connection } from '../../database/database.ts'
import {
  adjustmentTo,
  type Cycle,
  cycleAt,
  type Metered,
  meter,
  type Plan,
  type Shortage,
  type Size,
  shortageOf,
  wordLimitOf,
} from './rules.ts'
import { insertMovement, type Sums, selectOptionalReservation, selectSizeInHand, selectUsage, selectUsages } from './store.ts'

/** In words; `characters` beside them, where an administrator bounds those too. */
export interface Usage extends Metered {
  cycle: Cycle
  documents: number
  characters: Metered
}

export async function readUsage(connection: Connection, plan: Plan, now: Date): Promise<Usage> {
  const cycle = cycleAt(plan, now)
  return usageOf(plan, cycle, await selectUsage(connection, plan.teacher_id, cycle.start))
}

function usageOf(plan: Plan, cycle: Cycle, { words, characters, documents }: Sums): Usage {
  return { cycle, ...meter(wordLimitOf(plan), words), documents, characters: meter(plan.custom_char_limit, characters) }
}

/** The usage of many teachers, by their ids, in one question to the database. */
export async function readUsages(connection: Connection, plans: Plan[], now: Date): Promise<Map<string, Usage>> {
  const cycles = plans.map((plan) => ({ plan, cycle: cycleAt(plan, now) }))
  const moved = await selectUsages(
    connection,
    cycles.map(({ plan, cycle }) => ({ teacher_id: plan.teacher_id, start: cycle.start })),
  )
  return new Map(
    cycles.map(({ plan, cycle }) => [
      plan.teacher_id,
      usageOf(plan, cycle, moved.get(plan.teacher_id) ?? { words: 0, characters: 0, documents: 0 }),
    ]),
  )
}

/**
 * Sets the words and characters of a document aside and answers null, or says what there is too little of; then nothing is set aside. The
 * document's row and then `plan` must be locked in the same transaction: the second is what keeps two documents from both spending the last
 * words. A document that was reserved before (its worker died) keeps that reservation; when its size is another now, it counts in the
 * present cycle instead.
 */
export async function reserveWords(
  connection: Connection,
  plan: Plan,
  document_id: string,
  size: Size,
  now: Date,
): Promise<Shortage | null> {
  const before = await selectOptionalReservation(connection, document_id)
  const isSame = before?.words === size.words && before.characters === size.characters
  if (before?.kind === 'kept' || (before?.kind === 'reserved' && isSame)) return null
  await releaseWords(connection, document_id)
  const { cycle, remaining, characters } = await readUsage(connection, plan, now)
  const shortage = shortageOf(size, { words: remaining, characters: characters.remaining })
  if (shortage !== null) return shortage
  await insertMovement(connection, { teacher_id: plan.teacher_id, document_id, kind: 'reserved', ...size, cycle_start: cycle.start })
  return null
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
  const { teacher_id, cycle_start, words, characters } = reserved
  await insertMovement(connection, { teacher_id, document_id, kind: 'released', words: -words, characters: -characters, cycle_start })
}

/**
 * Sets the words used in the present cycle, as far down as what is being processed allows: a document that fails later gives its words
 * back, and they must not have been given back before. Zero begins the cycle anew: then the characters go as far down as well. `plan` must be
 * locked.
 */
export async function adjustUsage(connection: Connection, plan: Plan, used: number, now: Date): Promise<void> {
  const usage = await readUsage(connection, plan, now)
  const inHand = await selectSizeInHand(connection, plan.teacher_id, usage.cycle.start)
  const words = adjustmentTo(used, usage.used, inHand.words)
  const characters = used === 0 ? adjustmentTo(0, usage.characters.used, inHand.characters) : 0
  if (words === 0 && characters === 0) return
  await insertMovement(connection, { teacher_id: plan.teacher_id, kind: 'adjusted', words, characters, cycle_start: usage.cycle.start })
}
