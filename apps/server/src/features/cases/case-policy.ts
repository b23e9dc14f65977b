import type { CasePolicy } from '@penmark/contract'
import type { Logger } from 'pino'
import type { Owner } from '../../http/caller.ts'
import { recordAction } from '../../services/audit/audit.ts'
import type { Connection, Database } from '../../services/database/database.ts'
import type { Emit } from '../../services/events/events.ts'
import type { Storage } from '../../services/storage/storage.ts'
import { erasureCutoff } from './record/rules.ts'
import {
  deleteCases,
  selectCasePolicy,
  selectCasePolicyForUpdate,
  selectUnchangedSinceForUpdate,
  updateCasePolicy,
} from './record/store.ts'

export async function readCasePolicy(connection: Connection): Promise<CasePolicy> {
  const { may_refer_unheard, retention_days, appeal_days, rule, standard_of_proof, companion } =
    await selectCasePolicy(connection)
  return { may_refer_unheard, retention_days, appeal_days, rule, standard_of_proof, companion }
}

const isShorter = (days: number | null, previousDays: number | null) =>
  days !== null && (previousDays === null || days < previousDays)

export function saveCasePolicy(
  database: Database,
  policy: CasePolicy,
  administrator: Owner,
): Promise<CasePolicy> {
  return database.transaction(async (connection) => {
    const { may_refer_unheard, retention_days, appeal_days, rule, standard_of_proof, companion } = policy
    const previousPolicy = await selectCasePolicyForUpdate(connection)
    // Only a shorter retention starts the notice period anew: a longer one erases no case sooner.
    const retention_set_at = isShorter(retention_days, previousPolicy.retention_days)
      ? new Date()
      : previousPolicy.retention_set_at
    await updateCasePolicy(connection, {
      may_refer_unheard,
      retention_days,
      retention_set_at,
      appeal_days,
      rule,
      standard_of_proof,
      companion,
    })
    await recordAction(connection, administrator, {
      action: 'case-policy.change',
      target_id: 'case-policy',
      details: {
        may_refer_unheard_before: previousPolicy.may_refer_unheard,
        may_refer_unheard_after: may_refer_unheard,
        retention_days_before: previousPolicy.retention_days,
        retention_days_after: retention_days,
        appeal_days_before: previousPolicy.appeal_days,
        appeal_days_after: appeal_days,
        standard_of_proof_before: previousPolicy.standard_of_proof,
        standard_of_proof_after: standard_of_proof,
      },
    })
    return policy
  })
}

const casesAtOnce = 100

interface EraseDependencies {
  database: Database
  emit: Emit
  storage: Pick<Storage, 'delete'>
  logger: Logger
}

/** Runs daily: erases cases whose retention has ended, with everything that belongs to them. */
export async function eraseOldCases(
  { database, emit, storage, logger }: EraseDependencies,
  now: Date,
): Promise<void> {
  const cutoff = erasureCutoff(await selectCasePolicy(database), now)
  if (cutoff === null) return
  let erased = 0
  for (;;) {
    const { count, files } = await database.transaction(async (connection) => {
      const rows = await selectUnchangedSinceForUpdate(connection, cutoff, casesAtOnce)
      if (rows.length === 0) return { count: 0, files: [] }
      const ids = rows.map(({ id }) => id)
      const files = await deleteCases(connection, ids)
      for (const { id: case_id, teacher_id, student_id, class_group_id } of rows)
        await emit(connection, 'caseChanged', {
          event: 'case.deleted',
          case_id,
          teacher_id,
          student_id,
          class_group_id,
          now,
        })
      return { count: rows.length, files }
    })
    // `sweepFiles` deletes later what cannot be deleted now.
    await Promise.allSettled(files.map((key) => storage.delete(key)))
    erased += count
    if (count < casesAtOnce) break
  }
  if (erased > 0) logger.info({ cases: erased }, 'Erased cases at the end of their retention')
}
