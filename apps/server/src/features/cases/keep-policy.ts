import type { CasePolicy } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { recordAction } from '../audit/record-action.ts'
import { selectCasePolicy, selectCasePolicyForUpdate, updateCasePolicy } from './store.ts'

export async function readCasePolicy(connection: Connection): Promise<CasePolicy> {
  const { may_refer_unheard, retention_days, appeal_days } = await selectCasePolicy(connection)
  return { may_refer_unheard, retention_days, appeal_days }
}

const isShorter = (days: number | null, before: number | null) => days !== null && (before === null || days < before)

export function saveCasePolicy(database: Database, policy: CasePolicy, administrator: Owner): Promise<CasePolicy> {
  return database.transaction(async (connection) => {
    const { may_refer_unheard, retention_days, appeal_days } = policy
    const before = await selectCasePolicyForUpdate(connection)
    const retention_set_at = isShorter(retention_days, before.retention_days) ? new Date() : before.retention_set_at
    await updateCasePolicy(connection, { may_refer_unheard, retention_days, retention_set_at, appeal_days })
    await recordAction(connection, administrator, {
      action: 'case-policy.change',
      target_id: 'case-policy',
      details: {
        may_refer_unheard_before: before.may_refer_unheard,
        may_refer_unheard_after: may_refer_unheard,
        retention_days_before: before.retention_days,
        retention_days_after: retention_days,
        appeal_days_before: before.appeal_days,
        appeal_days_after: appeal_days,
      },
    })
    return policy
  })
}
