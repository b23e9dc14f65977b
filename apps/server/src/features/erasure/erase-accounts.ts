import type { Database } from '../../database/database.ts'
import type { Identity } from '../../outside/identity/identity.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import type { JobWorker } from '../../outside/queue/background-queues.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { sendMissingJobs } from '../../outside/queue/send-job.ts'
import type { Storage } from '../../outside/storage/storage.ts'
import { sha256 } from '../../security/secrets.ts'
import { listReplyFileKeys } from '../cases/student-page/read-student-page.ts'
import { listOwnFiles } from '../documents/read-documents.ts'
import { listArchiveKeys } from '../exports/exports.ts'
import { personalDataTables } from '../personal-data/personal-data-tables.ts'
import { findAccount, lockAccount } from '../teachers/account.ts'
import { add, receiptOf, wordFor } from './erasure.ts'
import {
  deleteDocuments,
  deletePersonalData,
  type ErasureRow,
  selectErasureForUpdate,
  selectOptionalErasure,
  selectUnfinishedIds,
  updateErasure,
  updateForgotten,
} from './store.ts'

/** What holds data of a teacher. */
interface ErasureDependencies {
  database: Database
  storage: Storage
  queue: Pick<Queue, 'forget'>
  mailer: Pick<Mailer, 'forget'>
  identity: Pick<Identity, 'erase'>
}

const documentsAtOnce = 100
const dayMs = 24 * 60 * 60 * 1_000

type Running = ErasureRow & { teacher_id: string; subject: string }

const named = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).map(([table, count]) => [wordFor(table), count]))

/**
 * Erases some documents. Files go first, so that no file loses the row that names it. The rows go in one transaction with their count, so
 * that a crash leaves neither a gap in the receipt nor a document. False when none is left.
 */
async function eraseDocuments({ database, storage, queue }: ErasureDependencies, { id, teacher_id }: Running): Promise<boolean> {
  const found = await listOwnFiles(database, teacher_id, documentsAtOnce)
  if (found.length === 0) return false
  const keys = found.flatMap(({ blob_key }) => blob_key ?? [])
  await Promise.all(keys.map((key) => storage.delete(key)))
  await database.transaction(async (connection) => {
    const { erased } = await selectErasureForUpdate(connection, id)
    const ids = found.map((document) => document.id)
    const jobs = await queue.forget(connection, ids)
    const counts = { ...named(await deleteDocuments(connection, ids)), files: keys.length, jobs }
    await updateErasure(connection, id, { erased: add(erased, counts) })
  })
  return true
}

async function eraseFilesBeside({ database, storage, mailer }: ErasureDependencies, { teacher_id }: Running): Promise<void> {
  for (const key of await listArchiveKeys(database, teacher_id)) await storage.delete(key)
  for (const key of await listReplyFileKeys(database, teacher_id)) await storage.delete(key)
  const account = await findAccount(database, teacher_id)
  if (account?.email != null) await mailer.forget(account.email)
}

/** The last step, all or nothing: the remaining rows, the sign-in account, and the receipt. False when documents have been added since. */
async function finish({ database, identity, queue }: ErasureDependencies, { id, teacher_id, subject }: Running): Promise<boolean> {
  return database.transaction(async (connection) => {
    await lockAccount(connection, teacher_id)
    if ((await listOwnFiles(connection, teacher_id, 1)).length > 0) return false
    const row = await selectErasureForUpdate(connection, id)
    let { erased } = row
    for (const personalDataTable of personalDataTables) {
      const count = await deletePersonalData(connection, personalDataTable, teacher_id)
      erased = add(erased, { [wordFor(personalDataTable.table)]: count })
    }
    await queue.forget(connection, [teacher_id])
    const signIn = await identity.erase(connection, subject)
    const done: ErasureRow = {
      ...row,
      erased: add(erased, signIn ?? {}),
      sign_in: signIn === null ? 'kept-by-provider' : 'erased',
      teacher_id: null,
      subject: null,
      finished_at: new Date(),
    }
    await updateErasure(connection, id, { ...done, sha256: sha256(JSON.stringify(receiptOf(done))) })
    return true
  })
}

/** Erases an account in repeatable steps, so that another worker can continue after a crash. */
async function eraseAccount(dependencies: ErasureDependencies, id: string, signal: AbortSignal): Promise<void> {
  const row = await selectOptionalErasure(dependencies.database, id)
  if (row?.teacher_id == null || row.subject === null) return
  const running = { ...row, teacher_id: row.teacher_id, subject: row.subject }
  do {
    while (await eraseDocuments(dependencies, running)) signal.throwIfAborted()
    await eraseFilesBeside(dependencies, running)
  } while (!(await finish(dependencies, running)))
}

export function erasureWorker(dependencies: ErasureDependencies): JobWorker {
  return { atOnce: 1, run: ({ id }, signal) => eraseAccount(dependencies, id, signal) }
}

/** Sends a job for each unfinished erasure that has none. */
export async function sendMissingErasures(database: Database): Promise<void> {
  await sendMissingJobs(database, 'erasures', await selectUnfinishedIds(database))
}

/** Deletes the subject hashes of receipts older than a day: no access token lives that long. */
export function deleteOldSubjects({ database }: Pick<ErasureDependencies, 'database'>, now: Date): Promise<void> {
  return updateForgotten(database, new Date(now.getTime() - dayMs))
}
