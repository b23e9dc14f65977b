import { routes, type SchoolComparisonSetting, termDays } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'
import { dayMs } from '../../lib/durations.ts'
import { problem } from '../../locale/problems/problem.ts'
import { recordAction } from '../../services/audit/audit.ts'
import type { Database } from '../../services/database/database.ts'
import { createHashIndex, dropHashIndex } from './comparison/fingerprint-store.ts'
import { compareAllAgain, compareAllSince } from './earlier/compare-with-earlier.ts'
import { deleteAllMatches } from './school/match-store.ts'
import { recordMeetingsOfPastDays, takeDeferred } from './school/meetings.ts'
import {
  answerRequest,
  askToCompare,
  cancelRequest,
  listRequests,
  type RequestDependencies,
  readRequest,
} from './school/requests.ts'
import { isSchoolCompared, lockSchoolCompared, updateSchoolCompared } from './school/setting.ts'

interface SchoolDependencies extends RequestDependencies {
  /** Whether the installation sells plans, so that its teachers are not those of one school. */
  sellsPlans: boolean
}

export function bindSchoolComparison({ bind }: Binder, dependencies: SchoolDependencies): void {
  const { database, sellsPlans } = dependencies
  bind(routes.readSchoolComparison, async () => ({ is_on: await isSchoolCompared(database) }))
  bind(routes.askToCompare, ({ id }, caller) => askToCompare(dependencies, id, caller))
  bind(routes.listComparisonRequests, (_, caller) => listRequests(dependencies, caller))
  bind(routes.readComparisonRequest, ({ id }, caller) => readRequest(dependencies, id, caller))
  bind(routes.answerComparisonRequest, (answer, caller) => answerRequest(dependencies, answer, caller))
  bind(routes.cancelComparisonRequest, ({ id }, caller) => cancelRequest(dependencies, id, caller))
  bind(routes.readSchoolComparisonSetting, async () => ({
    is_on: await isSchoolCompared(database),
    is_possible: !sellsPlans,
  }))
  bind(routes.switchSchoolComparison, ({ is_on }, caller) =>
    switchSchoolComparison(dependencies, is_on, caller),
  )
}

/**
 * For an installation that sells plans, which may have begun to after it was switched on: its teachers are
 * then not those of one school.
 */
export async function endSchoolComparison(database: Database): Promise<void> {
  const wasOn = await database.transaction(async (connection) => {
    if (!(await lockSchoolCompared(connection))) return false
    await updateSchoolCompared(connection, false, new Date())
    await deleteAllMatches(connection, new Date())
    return true
  })
  if (wasOn) await dropHashIndex(database)
}

/**
 * Compares what had to wait for another day, and records what was asked on days that are over: deleting a
 * document must not delete that.
 */
export async function endSchoolDay(database: Database, now: Date): Promise<void> {
  await database.transaction(async (connection) => {
    await recordMeetingsOfPastDays(connection, now)
    await compareAllAgain(connection, await takeDeferred(connection, now))
  })
}

/**
 * Switched on, the documents of the last term are compared with everything, and later ones as they come.
 * Switched off, everything that was found, asked and agreed to is gone at once. Repeating changes nothing.
 */
async function switchSchoolComparison(
  { database, sellsPlans }: SchoolDependencies,
  is_on: boolean,
  administrator: Owner,
): Promise<SchoolComparisonSetting> {
  if (is_on && sellsPlans) throw problem('conflict', 'school_comparison_impossible')
  // By itself: the index locks the table, and a transaction that deletes a document locks the table and
  // matches in another order.
  if (is_on) await createHashIndex(database)
  const setting = await database.transaction(async (connection) => {
    const now = new Date()
    const switched = { is_on, is_possible: !sellsPlans }
    if ((await lockSchoolCompared(connection)) === is_on) return switched
    await updateSchoolCompared(connection, is_on, now)
    if (is_on) await compareAllSince(connection, new Date(now.getTime() - termDays * dayMs))
    else await deleteAllMatches(connection, now)
    await recordAction(connection, administrator, {
      action: is_on ? 'school-comparison.switch-on' : 'school-comparison.switch-off',
      target_id: 'school-comparison',
    })
    return switched
  })
  if (!is_on) await dropHashIndex(database)
  return setting
}
