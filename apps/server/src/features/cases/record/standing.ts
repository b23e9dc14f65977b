import type { Connection } from '../../../services/database/database.ts'
import type { Events } from '../../../services/events/events.ts'
import { recordCaseState, selectWithEvidence } from '../../documents/index.ts'
import {
  type CaseRow,
  selectCasesAbout,
  selectCasesOfDocuments,
  selectDocumentIds,
  selectOptionalCase,
} from './store.ts'

/** What a case says of how its documents stand. */
const stateOf = ({ state, decided_at }: Pick<CaseRow, 'state' | 'decided_at'>) => ({
  decided_at: state === 'decided' ? decided_at : null,
})

/** The documents of a case stand as it says, because it was opened, changed or decided. */
export async function recordCase(
  connection: Connection,
  row: Pick<CaseRow, 'id' | 'state' | 'decided_at'>,
): Promise<void> {
  await recordCaseState(connection, await selectDocumentIds(connection, row.id), stateOf(row))
}

/** The student has answered; the documents need the teacher until the case is opened. */
export async function recordReply(connection: Connection, case_id: string, now: Date): Promise<void> {
  await recordCaseState(connection, await selectDocumentIds(connection, case_id), { replied_at: now })
}

/** The teacher has opened the case and seen what the student answered. */
export async function recordReplySeen(connection: Connection, case_id: string): Promise<void> {
  await recordCaseState(connection, await selectDocumentIds(connection, case_id), { replied_at: null })
}

/** A document is back from the bin. Its case may have been decided meanwhile, which nobody could record. */
export async function recordCaseOfRestored(
  connection: Connection,
  { id, teacher_id }: Events['restored'],
): Promise<void> {
  const [inCase] = await selectCasesOfDocuments(connection, teacher_id, [id])
  const row = inCase && (await selectOptionalCase(connection, teacher_id, inCase.id))
  if (row?.state === 'decided') await recordCaseState(connection, [id], stateOf(row))
}

/**
 * Records what the cases of these documents say. Whether the teacher has seen an answer is on no record but
 * this one, so an answer that nobody has decided about is unseen only where nothing is recorded yet.
 */
export async function recordKnownCases(
  connection: Connection,
  document_ids: readonly string[],
): Promise<void> {
  for (const { id, state, decided_at, updated_at } of await selectCasesAbout(connection, document_ids)) {
    const about = await selectDocumentIds(connection, id)
    const known = await selectWithEvidence(connection, about)
    const fresh = about.filter((document_id) => !known.has(document_id))
    await recordCaseState(connection, [...known], stateOf({ state, decided_at }))
    await recordCaseState(connection, fresh, {
      ...stateOf({ state, decided_at }),
      replied_at: state === 'answered' ? updated_at : null,
    })
  }
}
