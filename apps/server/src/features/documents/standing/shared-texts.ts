import type { Connection } from '../../../services/database/database.ts'
import { refreshStandings } from './refresh.ts'
import { sharedFrom } from './rules.ts'

/** Two documents that share passages, as a comparison stores them. */
export interface FoundPair {
  id: string
  document_a: string
  document_b: string
  words: number
  passages: readonly { words: number }[]
}

/** Whether the passages of two texts are a reason to look at both. */
const isTelling = ({ passages }: FoundPair) => passages.some(({ words }) => words >= sharedFrom)

/**
 * Stores pairs from the view of both documents. A pair that was found before keeps the time of its finding,
 * because only something new brings back what was put away; without a time it is that of the later document.
 */
async function upsertPairs(
  connection: Connection,
  pairs: readonly FoundPair[],
  is_together: boolean,
  now: Date | null,
): Promise<void> {
  if (pairs.length === 0) return
  const sides = pairs.flatMap(({ id, document_a, document_b, words }) => [
    { pair_id: id, document_id: document_a, other_id: document_b, words },
    { pair_id: id, document_id: document_b, other_id: document_a, words },
  ])
  await connection.query(
    `insert into shared_texts as t (document_id, other_id, is_together, pair_id, words, is_own_work, found_at)
     select n.document_id, n.other_id, $2::boolean, n.pair_id, least(n.words, d.word_count, o.word_count), d.student_id = o.student_id,
       coalesce($3::timestamptz, greatest(d.completed_at, o.completed_at), now())
     from jsonb_to_recordset($1::jsonb) as n (pair_id uuid, document_id uuid, other_id uuid, words int)
     join documents d on d.id = n.document_id join documents o on o.id = n.other_id
     order by 1, 2
     on conflict (document_id, other_id, is_together) do update set pair_id = excluded.pair_id, words = excluded.words,
       is_own_work = coalesce(excluded.is_own_work, t.is_own_work)`,
    [JSON.stringify(sides), is_together, now],
  )
}

/** Stores pairs that were found some time ago. */
export function recordPairs(
  connection: Connection,
  pairs: readonly FoundPair[],
  is_together: boolean,
): Promise<void> {
  return upsertPairs(connection, pairs.filter(isTelling), is_together, null)
}

/** Replaces what the documents of a class or an upload share with each other. */
export async function replaceSharedTogether(
  connection: Connection,
  document_ids: readonly string[],
  pairs: readonly FoundPair[],
  now: Date,
): Promise<void> {
  const telling = pairs.filter(isTelling)
  await upsertPairs(connection, telling, true, now)
  await connection.query(
    `delete from shared_texts where is_together and document_id = any($1::uuid[]) and other_id = any($1::uuid[])
       and pair_id <> all($2::uuid[])`,
    [document_ids, telling.map(({ id }) => id)],
  )
  await refreshStandings(connection, document_ids)
}

/** Replaces pairs of a document with earlier ones, which were found when it or one of them was compared. */
export async function replaceSharedApart(
  connection: Connection,
  document_id: string,
  { found, replaced }: { found: readonly FoundPair[]; replaced: readonly string[] },
  now: Date,
): Promise<void> {
  await upsertPairs(connection, found.filter(isTelling), false, now)
  const { rows } = await connection.query(
    'delete from shared_texts where not is_together and pair_id = any($1::uuid[]) returning document_id::text as id',
    [replaced],
  )
  const others = found.flatMap(({ document_a, document_b }) => [document_a, document_b])
  await refreshStandings(connection, [document_id, ...others, ...rows.map(({ id }) => String(id))])
}

/** A comparison was deleted, and what it found with it. */
export async function forgetSharedPairs(connection: Connection, pair_ids: readonly string[]): Promise<void> {
  if (pair_ids.length === 0) return
  const { rows } = await connection.query(
    'delete from shared_texts where pair_id = any($1::uuid[]) returning document_id::text as id',
    [pair_ids],
  )
  await refreshStandings(
    connection,
    rows.map(({ id }) => String(id)),
  )
}

/**
 * Locks documents in the order in which every transaction locks several: before rows of what they share are
 * written, or before all are queued. Another order would deadlock.
 */
export async function lockSharing(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query('select 1 from documents where id = any($1::uuid[]) order by id for no key update', [
    ids,
  ])
}

async function selectOthers(connection: Connection, ids: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query(
    `select distinct other_id::text as id from shared_texts
     where document_id = any($1::uuid[]) and other_id <> all($1::uuid[])`,
    [ids],
  )
  return rows.map(({ id }) => String(id))
}

/**
 * Locks documents with those that share a passage with them, in the order in which every transaction locks
 * them, and returns the others' ids. A comparison may store more of them while this waits for a lock. Those
 * cannot simply be locked as well, out of order, so all are released and locked again.
 */
export async function lockWithOthers(connection: Connection, ids: readonly string[]): Promise<string[]> {
  await connection.query('savepoint others')
  for (let others = await selectOthers(connection, ids); ; ) {
    await lockSharing(connection, [...ids, ...others])
    const known = new Set(others)
    others = await selectOthers(connection, ids)
    if (others.every((id) => known.has(id))) return others
    await connection.query('rollback to savepoint others')
  }
}

/** Documents have other students or classes, are back from the bin, or their class is gone. */
export async function refreshWithOthers(connection: Connection, ids: readonly string[]): Promise<void> {
  await refreshStandings(connection, [...ids, ...(await lockWithOthers(connection, ids))])
}

/** A document has another student: what it shares may be their own work now, or no longer. */
export async function refreshOwnWork(connection: Connection, document_id: string): Promise<void> {
  await connection.query(
    `update shared_texts s set is_own_work = d.student_id = o.student_id from documents d, documents o
     where d.id = s.document_id and o.id = s.other_id and (s.document_id = $1::uuid or s.other_id = $1::uuid)`,
    [document_id],
  )
  await refreshWithOthers(connection, [document_id])
}
