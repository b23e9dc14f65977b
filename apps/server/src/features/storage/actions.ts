import type { Connection } from '../../database/database.ts'
import type { Plan } from '../allowance/rules.ts'
import { refusalOf, type StorageQuota } from './rules.ts'
import { selectStorageUse } from './store.ts'

/**
 * Throws `storage_full` when this many more bytes do not fit. Call it with 0 inside the transaction that stored them, so that no other
 * upload of this teacher can use the same space.
 */
export async function requireStorage(
  connection: Connection,
  quota: StorageQuota,
  { teacher_id, plan }: Pick<Plan, 'teacher_id' | 'plan'>,
  addedBytes: number,
): Promise<void> {
  const refusal = refusalOf(await selectStorageUse(connection, teacher_id), addedBytes, plan, quota)
  if (refusal !== null) throw refusal
}

/** Bytes that an account uses and its plan allows. */
export async function readOwnStorage(
  connection: Connection,
  quota: StorageQuota,
  { teacher_id, plan }: Pick<Plan, 'teacher_id' | 'plan'>,
): Promise<{ used: number; limit: number }> {
  return { used: (await selectStorageUse(connection, teacher_id)).own, limit: quota.perPlan[plan] }
}

/** Bytes that all accounts use and the installation allows. */
export async function readTotalStorage(connection: Connection, { total }: StorageQuota): Promise<{ used: number; limit: number }> {
  const nobody = '00000000-0000-0000-0000-000000000000'
  return { used: (await selectStorageUse(connection, nobody)).all, limit: total }
}
