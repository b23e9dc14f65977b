import type { FindingRecord, InstallationCaseCounts } from '@penmark/contract'
import type { Connection } from '../../../database/database.ts'
import type { Owner } from '../../../http/caller.ts'
import { shownCounts, termUntil } from './rules.ts'
import { selectFindingRecord, selectStudentCaseCounts } from './store.ts'

/** How many of the caller's own findings of this term ended cleared. */
export async function readFindingRecord(connection: Connection, now: Date, { teacher_id }: Owner): Promise<FindingRecord> {
  const { from, to } = termUntil(now)
  return { from: from.toISOString(), to: to.toISOString(), ...(await selectFindingRecord(connection, teacher_id, from)) }
}

/** The cases of all teachers, so that no student can be told from the counts. */
export async function readCaseCounts(connection: Connection, now: Date): Promise<InstallationCaseCounts> {
  const { from, to } = termUntil(now)
  return { from: from.toISOString(), to: to.toISOString(), ...shownCounts(await selectStudentCaseCounts(connection, from)) }
}
