import { randomUUID } from 'node:crypto'
import { type Erasure, isId, Problem, routes } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'
import { sendJob } from '../../outside/queue/send-job.ts'
import { sha256 } from '../../security/secrets.ts'
import { isBilled } from '../subscriptions/subscriptions.ts'
import { beginErasing, lockAccount } from '../teachers/account.ts'
import { type ErasureRow, insertErasure, selectIsErased, selectOptionalErasure } from './store.ts'

export function bindErasure({ bind, bindPublic }: Binder, database: Database): void {
  bind(routes.eraseTeacher, (_confirmation, caller) => requestErasure(database, caller))
  bindPublic(routes.readErasure, ({ id }) => readErasure(database, id))
}

/** Requests the erasure of an account. From now on every call of it is refused, and a worker erases it. */
async function requestErasure(database: Database, { teacher_id }: Owner): Promise<Erasure> {
  return database.transaction(async (connection) => {
    const account = await lockAccount(connection, teacher_id)
    if (!account || account.erasing_since) throw new Problem('not_signed_in', 'This account is being deleted.')
    if (await isBilled(connection, teacher_id)) {
      throw new Problem('conflict', 'Your subscription is still active. Cancel it first, then delete your account. Nothing was deleted.')
    }
    const { subject } = account
    const row = { id: randomUUID(), teacher_id, subject, subject_hash: sha256(subject), started_at: new Date() }
    await beginErasing(connection, teacher_id, row.started_at)
    await sendJob(connection, 'erasures', row.id)
    return toErasure(await insertErasure(connection, row))
  })
}

async function readErasure(database: Database, id: string): Promise<Erasure> {
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
  return selectIsErased(connection, sha256(subject), new Date((issuedAt?.getTime() ?? 0) - 1_000))
}

/** How a receipt names the tables; other tables go by their own names. */
const words = new Map([
  ['document_texts', 'texts'],
  ['document_tombstones', 'deleted_documents'],
  ['student_tombstones', 'deleted_students'],
  ['class_group_tombstones', 'deleted_class_groups'],
  ['teachers', 'profiles'],
])

export function wordFor(table: string): string {
  return words.get(table) ?? table
}

export function add(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const sum = new Map(Object.entries(one))
  for (const [name, count] of Object.entries(other)) sum.set(name, (sum.get(name) ?? 0) + count)
  return Object.fromEntries(sum)
}

/** The receipt in the key order over which its hash is computed. */
export function receiptOf({ id, started_at, finished_at, erased, sign_in }: ErasureRow): Erasure['receipt'] {
  const byName = Object.entries(erased).sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    id,
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    erased: Object.fromEntries(byName),
    sign_in,
  }
}

function toErasure(row: ErasureRow): Erasure {
  return { id: row.id, state: row.finished_at === null ? 'running' : 'finished', receipt: receiptOf(row), sha256: row.sha256 }
}
