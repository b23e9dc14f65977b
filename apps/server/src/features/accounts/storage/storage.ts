import type { PlanId, Problem } from '@penmark/contract'
import { megabyteBytes, toMegabytes } from '../../../lib/megabytes.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection } from '../../../services/database/database.ts'
import type { Plan } from '../allowance/rules.ts'

/** In bytes. */
export interface StorageQuota {
  perPlan: Record<PlanId, number>
  /** For all accounts together. */
  total: number
}

/** Bytes used by one account, and by all. */
interface StorageUse {
  ofTeacher: number
  ofAllTeachers: number
}

async function selectStorageUse(connection: Connection, teacher_id: string): Promise<StorageUse> {
  const { rows } = await connection.query(
    `select coalesce(sum(bytes) filter (where teacher_id = $1), 0)::float8 as own, coalesce(sum(bytes), 0)::float8 as all from storage_use`,
    [teacher_id],
  )
  return { ofTeacher: Number(rows[0]?.own), ofAllTeachers: Number(rows[0]?.all) }
}

/** Why this many more bytes do not fit; null when they do. */
function refusalOf(
  { ofTeacher, ofAllTeachers }: StorageUse,
  added: number,
  plan: PlanId,
  { perPlan, total }: StorageQuota,
): Problem | null {
  if (ofTeacher + added > perPlan[plan]) {
    return problem('storage_full', 'storage_full', {
      used: toMegabytes(ofTeacher),
      most: Math.floor(perPlan[plan] / megabyteBytes),
    })
  }
  if (ofAllTeachers + added > total) {
    return problem('storage_full', 'installation_storage_full')
  }
  return null
}

/**
 * Throws `storage_full` when this many more bytes do not fit. Call it with 0 inside the transaction that
 * stored them, so that no other upload of this teacher can use the same space.
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
  return { used: (await selectStorageUse(connection, teacher_id)).ofTeacher, limit: quota.perPlan[plan] }
}

/** Bytes of the files of all accounts, counted as they were stored. */
export async function readStoredBytes(connection: Connection): Promise<number> {
  const nobody = '00000000-0000-0000-0000-000000000000'
  return (await selectStorageUse(connection, nobody)).ofAllTeachers
}

/** Bytes that all accounts use and the installation allows. */
export async function readTotalStorage(
  connection: Connection,
  { total }: StorageQuota,
): Promise<{ used: number; limit: number }> {
  return { used: await readStoredBytes(connection), limit: total }
}
