import { type Baseline, type ClassBaseline, type Document, type FrozenReport, readWithBaseline } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller, Owner } from '../../http/caller.ts'
import { recordAction } from '../audit/audit.ts'
import { readClassGroup } from '../class-groups/read-class-groups.ts'
import { requireResults } from '../reports/read-report.ts'
import { selectBaselineCounts, selectClassCounts, selectIsShared, updateIsShared } from './store.ts'

/** How a frozen report compares with the texts written in class. Computed anew each time: marks change, and the report must not. */
export async function compareWithBaseline(database: Database, document: Document, report: FrozenReport): Promise<Baseline> {
  const { id, teacher_id, word_count, character_count } = document
  const { score, detector } = report
  if (score === null || detector === null) return readWithBaseline(report, { own: null, school: null })
  const text = { id, score, word_count, character_count, model_hash: detector.model_hash }
  const own = await selectBaselineCounts(database, teacher_id, text)
  const school = (await selectIsShared(database)) ? await selectBaselineCounts(database, null, text) : null
  // Where nobody else has marked a text, the school's counts would only repeat the teacher's own.
  return readWithBaseline(report, { own, school: school !== null && school.n > own.n ? school : null })
}

/** The caller's own report beside the texts written in class; 409 while there is no report. */
export async function readBaseline(database: Database, id: string, caller: Owner): Promise<Baseline> {
  const { document, first } = await requireResults(database, id, caller)
  return compareWithBaseline(database, document, first)
}

/** How the texts that the caller's own class wrote in class were scored. */
export async function readClassBaseline(database: Database, id: string, caller: Caller): Promise<ClassBaseline> {
  await readClassGroup(database, id, caller)
  return selectClassCounts(database, caller.teacher_id, id)
}

export function isBaselineShared(connection: Connection): Promise<boolean> {
  return selectIsShared(connection)
}

/** Lets reports compare with the texts of the whole installation, as counts alone, or ends that. Repeating changes nothing. */
export async function shareBaseline(database: Database, is_shared: boolean, administrator: Owner): Promise<void> {
  await database.transaction(async (connection) => {
    if (!(await updateIsShared(connection, is_shared, new Date()))) return
    await recordAction(connection, administrator, {
      action: is_shared ? 'school-baseline.switch-on' : 'school-baseline.switch-off',
      target_id: 'school-baseline',
    })
  })
}
