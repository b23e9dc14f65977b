import { and, desc, eq, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import type { Size } from './rules.ts'
import { allowanceMovements } from './tables.ts'

type Movement = Omit<typeof allowanceMovements.$inferInsert, 'id' | 'created_at'>

/** What a cycle's movements come to, and the documents finished in it. */
export interface Sums extends Size {
  documents: number
}

/** Words and characters spent and documents finished in the cycle that starts at `cycle_start`. */
export async function selectUsage({ orm }: Connection, teacher_id: string, cycle_start: Date): Promise<Sums> {
  const [row] = await orm
    .select({
      // Both drivers give numbers for these casts; a plain sum would be a string on one of them.
      words: sql<number>`coalesce(sum(${allowanceMovements.words}), 0)::int`,
      characters: sql<number>`coalesce(sum(${allowanceMovements.characters}), 0)::int`,
      documents: sql<number>`(count(*) filter (where ${allowanceMovements.kind} = 'kept'))::int`,
    })
    .from(allowanceMovements)
    .where(and(eq(allowanceMovements.teacher_id, teacher_id), eq(allowanceMovements.cycle_start, cycle_start)))
  return row ?? { words: 0, characters: 0, documents: 0 }
}

/** The same for many teachers at once, each with a cycle of their own; who moved no word is left out. */
export async function selectUsages(connection: Connection, cycles: { teacher_id: string; start: Date }[]): Promise<Map<string, Sums>> {
  const { rows } = await connection.query(
    `select m.teacher_id, sum(m.words)::int as words, sum(m.characters)::int as characters, (count(*) filter (where m.kind = 'kept'))::int as documents
     from unnest($1::uuid[], $2::timestamptz[]) as cycle (teacher_id, start)
     join allowance_movements m on m.teacher_id = cycle.teacher_id and m.cycle_start = cycle.start group by 1`,
    [cycles.map(({ teacher_id }) => teacher_id), cycles.map(({ start }) => start.toISOString())],
  )
  return new Map(
    rows.map((row) => [
      String(row.teacher_id),
      { words: Number(row.words), characters: Number(row.characters), documents: Number(row.documents) },
    ]),
  )
}

/** What of the cycle is set aside for documents still being processed. */
export async function selectSizeInHand(connection: Connection, teacher_id: string, cycle_start: Date): Promise<Size> {
  const { rows } = await connection.query(
    `select coalesce(sum(words), 0)::int as words, coalesce(sum(characters), 0)::int as characters from (
       select sum(words) as words, sum(characters) as characters, (array_agg(kind order by id desc))[1] as latest from allowance_movements
       where teacher_id = $1 and cycle_start = $2 and document_id is not null group by document_id
     ) documents where latest = 'reserved'`,
    [teacher_id, cycle_start.toISOString()],
  )
  return { words: Number(rows[0]?.words), characters: Number(rows[0]?.characters) }
}

/** The latest movement of a document and the sum of all of them; null when it never moved a word. */
export async function selectOptionalReservation({ orm }: Connection, document_id: string) {
  const [latest] = await orm
    .select()
    .from(allowanceMovements)
    .where(eq(allowanceMovements.document_id, document_id))
    .orderBy(desc(allowanceMovements.id))
    .limit(1)
  if (!latest) return null
  const [sum] = await orm
    .select({
      words: sql<number>`coalesce(sum(${allowanceMovements.words}), 0)::int`,
      characters: sql<number>`coalesce(sum(${allowanceMovements.characters}), 0)::int`,
    })
    .from(allowanceMovements)
    .where(eq(allowanceMovements.document_id, document_id))
  return { ...latest, words: sum?.words ?? 0, characters: sum?.characters ?? 0 }
}

export async function insertMovement({ orm }: Connection, movement: Movement): Promise<void> {
  await orm.insert(allowanceMovements).values(movement)
}
