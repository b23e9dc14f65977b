import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Connection } from '../../database/database.ts'
import type { Size } from './rules.ts'

const allowanceMovements = pgTable('allowance_movements', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  teacher_id: uuid().notNull(),
  /** Null for an administrator's adjustment. */
  document_id: uuid(),
  kind: text({ enum: ['reserved', 'kept', 'released', 'adjusted'] }).notNull(),
  words: bigint({ mode: 'number' }).notNull(),
  characters: bigint({ mode: 'number' }).notNull().default(0),
  cycle_start: timestamp({ withTimezone: true }).notNull(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

type Movement = Omit<typeof allowanceMovements.$inferInsert, 'id' | 'created_at'>

/** The sums of a cycle's movements, and the number of documents finished in it. */
export interface Sums extends Size {
  documents: number
}

/** Words and characters spent and documents finished in the cycle that starts at `cycle_start`. */
export async function selectUsage({ orm }: Connection, teacher_id: string, cycle_start: Date): Promise<Sums> {
  const [row] = await orm
    .select({
      // float8 is exact up to 2^53 and both drivers return it as a number; int ends at 2^31, and one driver returns bigint as a string.
      words: sql<number>`coalesce(sum(${allowanceMovements.words}), 0)::float8`,
      characters: sql<number>`coalesce(sum(${allowanceMovements.characters}), 0)::float8`,
      documents: sql<number>`(count(*) filter (where ${allowanceMovements.kind} = 'kept'))::float8`,
    })
    .from(allowanceMovements)
    .where(and(eq(allowanceMovements.teacher_id, teacher_id), eq(allowanceMovements.cycle_start, cycle_start)))
  return row ?? { words: 0, characters: 0, documents: 0 }
}

/** The same for many teachers at once, each with their own cycle; teachers without movements are left out. */
export async function selectUsages(connection: Connection, cycles: { teacher_id: string; start: Date }[]): Promise<Map<string, Sums>> {
  const { rows } = await connection.query(
    `select m.teacher_id, sum(m.words)::float8 as words, sum(m.characters)::float8 as characters, (count(*) filter (where m.kind = 'kept'))::float8 as documents
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

/** What the cycle has reserved for documents still being processed. */
export async function selectReservedSize(connection: Connection, teacher_id: string, cycle_start: Date): Promise<Size> {
  const { rows } = await connection.query(
    `select coalesce(sum(words), 0)::float8 as words, coalesce(sum(characters), 0)::float8 as characters from (
       select sum(words) as words, sum(characters) as characters, (array_agg(kind order by id desc))[1] as latest from allowance_movements
       where teacher_id = $1 and cycle_start = $2 and document_id is not null group by document_id
     ) documents where latest = 'reserved'`,
    [teacher_id, cycle_start.toISOString()],
  )
  return { words: Number(rows[0]?.words), characters: Number(rows[0]?.characters) }
}

/** The latest movement of each document and the sum of all its movements; documents without movements are left out. */
export async function selectReservations({ orm }: Connection, document_ids: string[]) {
  const { document_id, id } = allowanceMovements
  const total = (column: AnyPgColumn) => sql<number>`(sum(${column}) over (partition by ${document_id}))::float8`
  const rows = await orm
    .selectDistinctOn([document_id], {
      ...getTableColumns(allowanceMovements),
      words: total(allowanceMovements.words),
      characters: total(allowanceMovements.characters),
    })
    .from(allowanceMovements)
    .where(inArray(document_id, document_ids))
    .orderBy(document_id, desc(id))
  return new Map(rows.map((row) => [row.document_id, row]))
}

export async function insertMovements({ orm }: Connection, movements: Movement[]): Promise<void> {
  if (movements.length > 0) await orm.insert(allowanceMovements).values(movements)
}

/** Records the reserved words of these documents as spent; documents without a reservation are left out. */
export async function insertSpent(connection: Connection, document_ids: string[]): Promise<void> {
  await connection.query(
    `insert into allowance_movements (teacher_id, document_id, kind, words, cycle_start)
     select teacher_id, document_id, 'kept', 0, cycle_start from (
       select distinct on (document_id) * from allowance_movements where document_id = any($1::uuid[]) order by document_id, id desc
     ) latest where kind = 'reserved' order by document_id`,
    [document_ids],
  )
}
