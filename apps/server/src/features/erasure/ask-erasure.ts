import { randomUUID } from 'node:crypto'
import { type Erasure, isId, Problem } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { sendJob } from '../../outside/queue/send-job.ts'
import { isBilled } from '../subscriptions/read-billing.ts'
import { beginErasing, lockAccount } from '../teachers/account.ts'
import { hashOf, toErasure } from './rules.ts'
import { insertErasure, selectIsErased, selectOptionalErasure } from './store.ts'

/** Requests the erasure of an account. From now on every call of it is refused, and a worker erases it. */
export async function requestErasure(database: Database, { teacher_id }: Owner): Promise<Erasure> {
  return database.transaction(async (connection) => {
    const account = await lockAccount(connection, teacher_id)
    if (!account || account.erasing_since) throw new Problem('not_signed_in', 'This account is being deleted.')
    if (await isBilled(connection, teacher_id)) {
      throw new Problem('conflict', 'Your subscription is still active. Cancel it first, then delete your account. Nothing was deleted.')
    }
    const { subject } = account
    const row = { id: randomUUID(), teacher_id, subject, subject_hash: hashOf(subject), started_at: new Date() }
    await beginErasing(connection, teacher_id, row.started_at)
    await sendJob(connection, 'erasures', row.id)
    return toErasure(await insertErasure(connection, row))
  })
}

export async function readErasure(database: Database, id: string): Promise<Erasure> {
  const row = isId(id) ? await selectOptionalErasure(database, id) : null
  if (!row) throw new Problem('not_found', 'There is no such receipt.')
  return toErasure(row)
}

/**
 * Whether a token belongs to an account that was erased after the token was issued. Such a token must not recreate the account; a later
 * sign-in creates a new one.
 */
export function isErasedSince(connection: Connection, subject: string, issuedAt: Date | null): Promise<boolean> {
  // Token times are whole seconds.
  return selectIsErased(connection, hashOf(subject), new Date((issuedAt?.getTime() ?? 0) - 1_000))
}
