import { type Analytics, type ClassAnalytics, type ClassTally, isId, Problem } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import { toClassTally, together, toMonth, toTally } from './rules.ts'
import { selectClassCounts, selectMonthCounts, selectOptionalClassCounts } from './store.ts'

export interface AnalyticsDependencies {
  database: Database
  /** The active detector: the expected number of false flags follows from its published rates. */
  detector: Pick<Pipeline['detector'], 'name' | 'version' | 'rates'>
}

export async function readAnalytics({ database, detector }: AnalyticsDependencies, caller: Caller): Promise<Analytics> {
  const { name, version, rates } = detector
  const months = await selectMonthCounts(database, caller.teacher_id, null)
  return { detector: { name, version }, rates, all: toTally(together(months), rates), months: months.map(toMonth) }
}

export async function listClassTallies({ database, detector }: AnalyticsDependencies, caller: Caller): Promise<ClassTally[]> {
  return (await selectClassCounts(database, caller.teacher_id)).map((counts) => toClassTally(counts, detector.rates))
}

export async function readClassAnalytics(
  { database, detector }: AnalyticsDependencies,
  id: string,
  caller: Caller,
): Promise<ClassAnalytics> {
  const counts = isId(id) ? await selectOptionalClassCounts(database, caller.teacher_id, id) : null
  if (!counts) throw new Problem('not_found', 'There is no such class. It may have been deleted.')
  const months = await selectMonthCounts(database, caller.teacher_id, id)
  return { ...toClassTally(counts, detector.rates), months: months.map(toMonth) }
}
