import { randomUUID } from 'node:crypto'
import { type Erasure, isId, routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { dayMs } from '../../../lib/durations.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Identity } from '../../../services/identity/identity.ts'
import type { Mailer } from '../../../services/mail/mailer.ts'
import type { JobWorker } from '../../../services/queue/background-queues.ts'
import type { Queue } from '../../../services/queue/queue.ts'
import { sendJob, sendMissingJobs } from '../../../services/queue/send-job.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { beginErasing, findAccount, lockAccount } from '../../accounts/index.ts'
import { listReplyFileKeys } from '../../cases/index.ts'
import { listBinFiles } from '../../classes/index.ts'
import { listOwnFiles } from '../../documents/index.ts'
import { isBilled } from '../../plans/index.ts'
import { listSourceFiles } from '../../similarity/index.ts'
import { listArchiveKeys } from '../exports/exports.ts'
import { personalDataTables } from '../personal-data/personal-data-tables.ts'
import {
  countPersonalData,
  deleteDocuments,
  deletePersonalData,
  deleteSubjectHashes,
  type ErasureRow,
  insertErasure,
  selectErasureForUpdate,
  selectIsErased,
  selectOptionalErasure,
  selectUnfinishedIds,
  updateErasure,
} from './store.ts'

interface RequestDependencies {
  database: Database
  identity: Pick<Identity, 'endAccess'>
}

export function bindErasure({ bind, bindPublic }: Binder, dependencies: RequestDependencies): void {
  bind(routes.eraseTeacher, (_confirmation, caller) => requestErasure(dependencies, caller))
  bindPublic(routes.readErasure, ({ id }) => readErasure(dependencies.database, id))
}

/**
 * Requests the erasure of the caller's account. From now on its calls are refused and nothing gives access to
 * it; a worker erases it.
 */
async function requestErasure(
  { database, identity }: RequestDependencies,
  { teacher_id }: Owner,
): Promise<Erasure> {
  return database.transaction(async (connection) => {
    const account = await lockAccount(connection, teacher_id)
    if (!account || account.erasing_since) throw problem('not_signed_in', 'account_being_deleted')
    if (await isBilled(connection, teacher_id)) {
      throw problem('conflict', 'subscription_active')
    }
    const { subject } = account
    const row = {
      id: randomUUID(),
      teacher_id,
      subject,
      subject_hash: sha256(subject),
      started_at: new Date(),
    }
    await beginErasing(connection, teacher_id, row.started_at)
    const before = await countPersonalData(connection, teacher_id)
    await identity.endAccess(connection, subject, { because: 'erased' })
    const after = await countPersonalData(connection, teacher_id)
    const ended = [...before].map(([table, count]) => [table, count - (after.get(table) ?? 0)] as const)
    const erased = byReceiptName(Object.fromEntries(ended.filter(([, count]) => count > 0)))
    await sendJob(connection, 'erasures', row.id)
    return toErasure(await insertErasure(connection, { ...row, erased }))
  })
}

async function readErasure(database: Database, id: string): Promise<Erasure> {
  const row = isId(id) ? await selectOptionalErasure(database, id) : null
  if (!row) throw problem('not_found', 'receipt_unknown')
  return toErasure(row)
}

/**
 * Whether the account of a token was erased after the token was issued. Such a token must not recreate the
 * account; a later sign-in creates a new one.
 */
export function isErasedSince(
  connection: Connection,
  subject: string,
  issuedAt: Date | null,
): Promise<boolean> {
  // Token times are whole seconds.
  return selectIsErased(connection, sha256(subject), new Date((issuedAt?.getTime() ?? 0) - 1_000))
}

/** What a receipt calls these tables; others have their own names there. */
const receiptNames = new Map([
  ['document_texts', 'texts'],
  ['document_tombstones', 'deleted_documents'],
  ['student_tombstones', 'deleted_students'],
  ['class_group_tombstones', 'deleted_class_groups'],
  ['teachers', 'profiles'],
])

function receiptNameOf(table: string): string {
  return receiptNames.get(table) ?? table
}

function addCounts(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const sum = new Map(Object.entries(a))
  for (const [name, count] of Object.entries(b)) sum.set(name, (sum.get(name) ?? 0) + count)
  return Object.fromEntries(sum)
}

/** The receipt with its keys in the order that its hash covers. */
function receiptOf({ id, started_at, finished_at, erased, sign_in }: ErasureRow): Erasure['receipt'] {
  const byName = Object.entries(erased).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    id,
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    erased: Object.fromEntries(byName),
    sign_in,
  }
}

function toErasure(row: ErasureRow): Erasure {
  return {
    id: row.id,
    state: row.finished_at === null ? 'running' : 'finished',
    receipt: receiptOf(row),
    sha256: row.sha256,
  }
}

/** Everything that holds data of a teacher. */
interface ErasureDependencies {
  database: Database
  storage: Storage
  queue: Pick<Queue, 'deleteJobs'>
  mailer: Pick<Mailer, 'deleteFilesTo'>
  identity: Pick<Identity, 'erase'>
}

const documentsAtOnce = 100

type UnfinishedErasure = ErasureRow & { teacher_id: string; subject: string }

const byReceiptName = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).map(([table, count]) => [receiptNameOf(table), count]))

/**
 * Erases some documents; false if there were none. Files are deleted before the rows that name them, so that
 * none is forgotten. Rows are deleted in the transaction that counts them, so that a crash cannot make the
 * receipt wrong.
 */
async function eraseDocuments(
  { database, storage, queue }: ErasureDependencies,
  { id, teacher_id }: UnfinishedErasure,
): Promise<boolean> {
  const documents = await listOwnFiles(database, teacher_id, documentsAtOnce)
  if (documents.length === 0) return false
  const keys = documents.flatMap(({ blob_key }) => blob_key ?? [])
  await Promise.all(keys.map((key) => storage.delete(key)))
  await database.transaction(async (connection) => {
    const { erased } = await selectErasureForUpdate(connection, id)
    const ids = documents.map((document) => document.id)
    const jobs = await queue.deleteJobs(connection, ids)
    const counts = { ...byReceiptName(await deleteDocuments(connection, ids)), files: keys.length, jobs }
    await updateErasure(connection, id, { erased: addCounts(erased, counts) })
  })
  return true
}

async function eraseOtherFiles(
  { database, storage, mailer }: ErasureDependencies,
  { teacher_id }: UnfinishedErasure,
): Promise<void> {
  for (const key of await listArchiveKeys(database, teacher_id)) await storage.delete(key)
  for (const key of await listBinFiles(database, teacher_id)) await storage.delete(key)
  for (const key of await listReplyFileKeys(database, teacher_id)) await storage.delete(key)
  for (const key of await listSourceFiles(database, teacher_id)) await storage.delete(key)
  const account = await findAccount(database, teacher_id)
  if (account?.email != null) await mailer.deleteFilesTo(account.email)
}

/**
 * The last step, in one transaction: erases the other rows and the sign-in account, and completes the
 * receipt. False if documents were added meanwhile.
 */
async function finishErasure(
  { database, identity, queue }: ErasureDependencies,
  { id, teacher_id, subject }: UnfinishedErasure,
): Promise<boolean> {
  return database.transaction(async (connection) => {
    await lockAccount(connection, teacher_id)
    if ((await listOwnFiles(connection, teacher_id, 1)).length > 0) return false
    const row = await selectErasureForUpdate(connection, id)
    let { erased } = row
    for (const personalDataTable of personalDataTables) {
      const count = await deletePersonalData(connection, personalDataTable, teacher_id)
      erased = addCounts(erased, { [receiptNameOf(personalDataTable.table)]: count })
    }
    await queue.deleteJobs(connection, [teacher_id])
    const signIn = await identity.erase(connection, subject)
    const finished: ErasureRow = {
      ...row,
      erased: addCounts(erased, signIn ?? {}),
      sign_in: signIn === null ? 'kept-by-provider' : 'erased',
      teacher_id: null,
      subject: null,
      finished_at: new Date(),
    }
    await updateErasure(connection, id, { ...finished, sha256: sha256(JSON.stringify(receiptOf(finished))) })
    return true
  })
}

/** Erases an account in steps that can be repeated, so that another worker can continue after a crash. */
async function eraseAccount(
  dependencies: ErasureDependencies,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const row = await selectOptionalErasure(dependencies.database, id)
  if (row?.teacher_id == null || row.subject === null) return
  const erasure = { ...row, teacher_id: row.teacher_id, subject: row.subject }
  do {
    while (await eraseDocuments(dependencies, erasure)) signal.throwIfAborted()
    await eraseOtherFiles(dependencies, erasure)
  } while (!(await finishErasure(dependencies, erasure)))
}

export function erasureWorker(dependencies: ErasureDependencies): JobWorker {
  return { atOnce: 1, run: ({ id }, signal) => eraseAccount(dependencies, id, signal) }
}

/** Sends a job for each unfinished erasure that has none. */
export async function sendMissingErasures(database: Database): Promise<void> {
  await sendMissingJobs(database, 'erasures', await selectUnfinishedIds(database))
}

/**
 * Deletes the subject hashes of erasures that finished a day ago, because no access token is valid that long.
 */
export function deleteOldSubjects(
  { database }: Pick<ErasureDependencies, 'database'>,
  now: Date,
): Promise<void> {
  return deleteSubjectHashes(database, new Date(now.getTime() - dayMs))
}
