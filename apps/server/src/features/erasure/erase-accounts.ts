import { runAtInterval } from '../../interval.ts'
import { belongings } from '../belongings/belongings.ts'
import type { ErasureParts } from './parts.ts'
import { add, hashOf, receiptOf, wordFor } from './rules.ts'
import {
  claimErasure,
  deleteBelonging,
  deleteDocuments,
  type ErasureRow,
  selectAccountForUpdate,
  selectArchiveKeys,
  selectErasureForUpdate,
  selectNextDocuments,
  selectOptionalEmail,
  updateAlive,
  updateErasure,
  updateForgotten,
} from './store.ts'

export const erasureWork = { lookEveryMs: 1_000, aliveEveryMs: 2_000, silentMs: 12_000, documentsAtOnce: 100 } as const
const dayMs = 24 * 60 * 60 * 1_000

type Running = ErasureRow & { teacher_id: string; subject: string }

const named = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).map(([table, count]) => [wordFor(table), count]))

/**
 * Erases some documents: files first, so that no file can lose the row that names it. The rows go in one step with their count, so that a
 * process that dies in between leaves neither a gap in the receipt nor a document. False when none is left.
 */
async function eraseDocuments({ database, storage, queue }: ErasureParts, { id, teacher_id }: Running): Promise<boolean> {
  const found = await selectNextDocuments(database, teacher_id, erasureWork.documentsAtOnce)
  if (found.length === 0) return false
  const keys = found.flatMap(({ blob_key }) => blob_key ?? [])
  await Promise.all(keys.map((key) => storage.delete(key)))
  await database.transaction(async (connection) => {
    const { erased } = await selectErasureForUpdate(connection, id)
    const ids = found.map((document) => document.id)
    const jobs = await queue.forget(connection, ids)
    const counts = { ...named(await deleteDocuments(connection, ids)), files: keys.length, jobs }
    await updateErasure(connection, id, { erased: add(erased, counts), alive_at: new Date() })
  })
  return true
}

async function eraseFilesBeside({ database, storage, post }: ErasureParts, { teacher_id }: Running): Promise<void> {
  for (const key of await selectArchiveKeys(database, teacher_id)) await storage.delete(key)
  const email = await selectOptionalEmail(database, teacher_id)
  if (email !== null) await post.forget(email)
}

/** The last step, all or nothing: what is left of rows, the account to sign in with, and the receipt. False when documents have come since. */
async function finish({ database, identity, queue }: ErasureParts, { id, teacher_id, subject }: Running): Promise<boolean> {
  return database.transaction(async (connection) => {
    await selectAccountForUpdate(connection, teacher_id)
    if ((await selectNextDocuments(connection, teacher_id, 1)).length > 0) return false
    const row = await selectErasureForUpdate(connection, id)
    let { erased } = row
    for (const belonging of belongings) {
      const count = await deleteBelonging(connection, belonging, teacher_id)
      erased = add(erased, { [wordFor(belonging.table)]: count })
    }
    await queue.forget(connection, [teacher_id])
    const signIn = await identity.erase(connection, subject)
    const done: ErasureRow = {
      ...row,
      erased: add(erased, signIn ?? {}),
      sign_in: signIn === null ? 'kept-by-provider' : 'erased',
      teacher_id: null,
      subject: null,
      alive_at: null,
      finished_at: new Date(),
    }
    await updateErasure(connection, id, { ...done, sha256: hashOf(JSON.stringify(receiptOf(done))) })
    return true
  })
}

async function erase(parts: ErasureParts, running: Running): Promise<void> {
  do {
    while (await eraseDocuments(parts, running));
    await eraseFilesBeside(parts, running)
  } while (!(await finish(parts, running)))
}

/** Erases the accounts that ask for it, one after the other, until none is left. Takes over what a process left unfinished. */
export async function eraseAccounts(parts: ErasureParts, silentMs: number = erasureWork.silentMs): Promise<number> {
  const { database, logger } = parts
  for (let erased = 0; ; erased += 1) {
    const row = await claimErasure(database, new Date(Date.now() - silentMs), new Date())
    if (row?.teacher_id == null || row.subject === null) return erased
    const alive = {
      name: 'The sign of life of an erasure',
      everyMs: erasureWork.aliveEveryMs,
      task: () => updateAlive(database, row.id, new Date()),
    }
    const stopLife = runAtInterval(alive, logger)
    try {
      await erase(parts, { ...row, teacher_id: row.teacher_id, subject: row.subject })
    } finally {
      await stopLife()
    }
  }
}

/** Forgets by which subject the receipts of yesterday began: no access token lives so long. */
export function forgetSubjects({ database }: Pick<ErasureParts, 'database'>, now: Date): Promise<void> {
  return updateForgotten(database, new Date(now.getTime() - dayMs))
}
