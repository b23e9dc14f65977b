import { createHash } from 'node:crypto'
import type { Erasure } from '@penmark/contract'
import type { ErasureRow } from './store.ts'

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

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

export function toErasure(row: ErasureRow): Erasure {
  return { id: row.id, state: row.finished_at === null ? 'running' : 'finished', receipt: receiptOf(row), sha256: row.sha256 }
}
