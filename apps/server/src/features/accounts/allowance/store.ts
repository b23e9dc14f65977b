import { desc, getTableColumns, inArray, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { dayMs } from '../../../lib/durations.ts'
import { type Connection, time } from '../../../services/database/database.ts'
import type { Cycle, Size } from './rules.ts'

const allowanceMovements = pgTable('allowance_movements', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  teacher_id: uuid().notNull(),
  /** Null for an administrator's adjustment. */
  document_id: uuid(),
  kind: text({ enum: ['reserved', 'spent', 'released', 'adjusted'] }).notNull(),
  words: bigint({ mode: 'number' }).notNull(),
  characters: bigint({ mode: 'number' }).notNull().default(0),
  /** The cycle under the plan of that moment, to which released words return. */
  cycle_start: time().notNull(),
  /**
   * When the words were reserved, also of what became of them later; null for movements from before it was
   * recorded.
   */
  counted_at: time(),
  created_at: time().notNull().defaultNow(),
})

type Movement = Omit<typeof allowanceMovements.$inferInsert, 'id' | 'created_at'>

/** The sums of a cycle's movements, and the number of documents finished in it. */
export interface Sums extends Size {
  documents: number
}

/** The month in which a teacher's words are counted, and the moment at which it is asked. */
export interface Period {
  teacher_id: string
  cycle: Cycle
  now: Date
}

/**
 * When the words of a movement were reserved; releases before that column existed are known only by their
 * cycle.
 */
const moment = 'coalesce(m.counted_at, m.cycle_start)'

/**
 * Movements that count in a cycle: those within its month, whatever the plan was then, and those of the cycle
 * that a change of plan cut short, until its own month ends. Needs `start`, `end_at`, `now` and, for the
 * index, `earliest` in `period`.
 */
const counted = `m.teacher_id = period.teacher_id and ${moment} >= period.earliest and ${moment} < period.end_at and (
  ${moment} >= period.start
  or (m.cycle_start <= period.now and (m.cycle_start at time zone 'UTC' + interval '1 month') at time zone 'UTC' > period.now))`

const periods =
  'unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[]) as period (teacher_id, start, end_at, now, earliest)'

/** No month is longer. */
const longestMonthMs = 31 * dayMs

const periodValues = (list: Period[]) => [
  list.map(({ teacher_id }) => teacher_id),
  list.map(({ cycle }) => cycle.start.toISOString()),
  list.map(({ cycle }) => cycle.end.toISOString()),
  list.map(({ now }) => now.toISOString()),
  list.map(({ cycle }) => new Date(cycle.start.getTime() - longestMonthMs).toISOString()),
]

/**
 * Words and characters spent and documents finished in each period, by teacher; teachers without movements
 * are left out.
 */
export async function selectUsages(connection: Connection, list: Period[]): Promise<Map<string, Sums>> {
  const { rows } = await connection.query(
    // float8 is exact up to 2^53 and both drivers return it as a number; int ends at 2^31, and one driver
    // returns bigint as a string.
    `select m.teacher_id, sum(m.words)::float8 as words, sum(m.characters)::float8 as characters, (count(*) filter (where m.kind = 'spent'))::float8 as documents
     from ${periods} join allowance_movements m on ${counted} group by 1`,
    periodValues(list),
  )
  return new Map(
    rows.map((row) => [
      String(row.teacher_id),
      // A correction may outlive by days what it corrected.
      {
        words: Math.max(0, Number(row.words)),
        characters: Math.max(0, Number(row.characters)),
        documents: Number(row.documents),
      },
    ]),
  )
}

/** What counts in a period, by the cycle in which it was used. */
export interface CycleSums {
  cycle_start: Date
  /** The latest moment at which any of it was used. */
  counted_at: Date
  used: Size
  /** For documents still being processed. */
  reserved: Size
}

/** The oldest cycle first. */
export async function selectCycleSums(connection: Connection, period: Period): Promise<CycleSums[]> {
  const { rows } = await connection.query(
    `select extract(epoch from cycle_start)::float8 as start, extract(epoch from max(at))::float8 as at,
       sum(words)::float8 as words, sum(characters)::float8 as characters,
       coalesce(sum(words) filter (where latest = 'reserved'), 0)::float8 as reserved_words,
       coalesce(sum(characters) filter (where latest = 'reserved'), 0)::float8 as reserved_characters
     from (
       select m.cycle_start, m.document_id, max(${moment}) as at, sum(m.words) as words, sum(m.characters) as characters,
         case when m.document_id is not null then (array_agg(m.kind order by m.id desc))[1] end as latest
       from ${periods} join allowance_movements m on ${counted} group by m.cycle_start, m.document_id
     ) documents group by cycle_start order by cycle_start`,
    periodValues([period]),
  )
  return rows.map((row) => ({
    cycle_start: new Date(Number(row.start) * 1_000),
    counted_at: new Date(Number(row.at) * 1_000),
    used: { words: Number(row.words), characters: Number(row.characters) },
    reserved: { words: Number(row.reserved_words), characters: Number(row.reserved_characters) },
  }))
}

/**
 * The latest movement of each document and the sum of all its movements; documents without movements are left
 * out.
 */
export async function selectReservations({ orm }: Connection, document_ids: string[]) {
  const { document_id, id } = allowanceMovements
  const total = (column: AnyPgColumn) =>
    sql<number>`(sum(${column}) over (partition by ${document_id}))::float8`
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
    `insert into allowance_movements (teacher_id, document_id, kind, words, cycle_start, counted_at)
     select teacher_id, document_id, 'spent', 0, cycle_start, counted_at from (
       select distinct on (document_id) * from allowance_movements where document_id = any($1::uuid[]) order by document_id, id desc
     ) latest where kind = 'reserved' order by document_id`,
    [document_ids],
  )
}
