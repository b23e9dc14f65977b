import {
  type BinItem,
  binKeepDays,
  type Deleted,
  isId,
  Problem,
  type RestoreChange,
  type Restored,
  routes,
} from '@penmark/contract'
import type { z } from 'zod'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { dayMs } from '../../../lib/durations.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Emit } from '../../../services/events/events.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { eraseRows } from './erase-rows.ts'
import { kinds } from './kinds.ts'
import { restoreRows } from './restore-rows.ts'
import {
  type BinItemRow,
  deleteItem,
  selectDeletedBefore,
  selectItemCount,
  selectItems,
  selectKeysOf,
  selectKnownKeys,
  selectOptionalItemForUpdate,
  selectOwnRow,
  selectRowsWithReference,
  selectUnprocessedBytes,
  updateOwnRow,
} from './store.ts'

interface BinDependencies {
  database: Database
  storage: Storage
  emit: Emit
}

export function bindBin({ bind }: Binder, dependencies: BinDependencies): void {
  bind(routes.listBin, (page, caller) => listBin(dependencies.database, page, caller))
  bind(routes.restoreBinItem, ({ id }, caller) => restoreItem(dependencies, id, caller))
  bind(routes.eraseBinItem, ({ id }, caller) => eraseItem(dependencies, id, caller))
}

const keepMs = binKeepDays * dayMs

function toBinItem({ id, kind, name, deleted_at }: BinItemRow): BinItem {
  return {
    id,
    kind,
    name,
    deleted_at: deleted_at.toISOString(),
    erased_at: new Date(deleted_at.getTime() + keepMs).toISOString(),
  }
}

async function listBin(database: Database, page: { offset: number; limit: number }, { teacher_id }: Owner) {
  const rows = await selectItems(database, teacher_id, page)
  return { items: rows.map(toBinItem), total: await selectItemCount(database, teacher_id) }
}

async function lockItem(connection: Connection, id: string, { teacher_id }: Owner): Promise<BinItemRow> {
  const item = isId(id) ? await selectOptionalItemForUpdate(connection, teacher_id, id) : null
  if (!item) throw problem('not_found', 'not_in_bin')
  return item
}

async function isThere(connection: Connection, table: string, id: string): Promise<boolean> {
  return (await connection.query(`select 1 from ${table} where id = $1::uuid`, [id])).rows.length > 0
}

/**
 * Undoes a deletion. The listeners of the events make room for what comes back, and bring its surroundings in
 * line.
 */
async function restoreItem(
  { database, emit }: BinDependencies,
  id: string,
  caller: Owner,
): Promise<Restored> {
  return database.transaction(async (connection) => {
    const { kind, teacher_id, name, deleted_at } = await lockItem(connection, id, caller)
    const { table } = kinds[kind]
    const before = await selectOwnRow(connection, { id }, table)
    await emit(connection, 'restoring', { kind, id, teacher_id, row: before })
    const after = await selectOwnRow(connection, { id }, table)
    const changed = (['class_name', 'external_student_id'] as const satisfies RestoreChange[]).filter(
      (column) => before[column] !== after[column],
    )
    await restoreRows(connection, id, table)
    // Something newer may have taken a name in this very moment.
    if (!(await isThere(connection, table, id))) throw problem('busy', 'not_restored_now')
    await deleteItem(connection, id)
    await emit(connection, 'restored', { kind, id, teacher_id, deleted_at, now: new Date() })
    return { id, kind, name: changed.includes('class_name') ? String(after.class_name) : name, changed }
  })
}

/** Changes the own row of something that is about to be restored. */
export function changeBeforeRestoring(
  connection: Connection,
  id: string,
  change: Record<string, unknown>,
): Promise<void> {
  return updateOwnRow(connection, id, change)
}

/** Erases something in the bin: rows, texts, results and files. */
async function eraseItem(
  { database, storage }: Pick<BinDependencies, 'database' | 'storage'>,
  id: string,
  owner: Owner,
): Promise<z.infer<typeof Deleted>> {
  const files = await database.transaction(async (connection) => {
    const { kind, teacher_id } = await lockItem(connection, id, owner)
    return eraseRows(connection, { item_id: id, teacher_id }, kinds[kind].table)
  })
  // If the process dies before this, `sweepFiles` deletes them.
  for (const file of files) await storage.delete(file)
  return { id, deleted: true }
}

const itemsAtOnce = 100

/** Erases what has been in the bin for its time. */
export async function emptyBin(
  dependencies: Pick<BinDependencies, 'database' | 'storage'>,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - keepMs)
  for (;;) {
    const due = await selectDeletedBefore(dependencies.database, before, itemsAtOnce)
    for (const { id, teacher_id } of due) {
      await eraseItem(dependencies, id, { teacher_id }).catch((error: unknown) => {
        // Its teacher restored or erased it at this moment.
        if (!(error instanceof Problem && error.code === 'not_found')) throw error
      })
    }
    if (due.length < itemsAtOnce) return
  }
}

/** Which of these stored files belong to something in the bin. */
export function listBinFilesAmong(connection: Connection, keys: string[]): Promise<string[]> {
  return selectKnownKeys(connection, keys)
}

/** The files that a teacher has in the bin. */
export function listBinFiles(connection: Connection, teacher_id: string): Promise<string[]> {
  return selectKeysOf(connection, teacher_id)
}

/** Bytes of unprocessed documents that a teacher has in the bin. They take the same space as others. */
export function readUnprocessedBinBytes(connection: Connection, teacher_id: string): Promise<number> {
  return selectUnprocessedBytes(connection, teacher_id)
}

/** Which of these rows, whose column is empty now, get its value back when it is restored from the bin. */
export function listAwaitingReference(
  connection: Connection,
  place: { table: string; column: string },
  rows: { id: string; teacher_id: string }[],
): Promise<string[]> {
  return selectRowsWithReference(connection, place, rows)
}
