import { dayMs } from '../../../lib/durations.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection } from '../../../services/database/database.ts'
import type { FirstMeeting } from './measure.ts'

/**
 * Documents of one account that are compared with colleagues in a day, of those that share more than a phrase
 * with one: twice a hundred and fifty students. The rest wait until the next.
 */
export const meetingsADay = 300

/** So many documents of one account that met the same text are named to the administrators. */
export const unusualMeetings: readonly number[] = [20, 100, 500]

/** One side of two texts that met. The texts are named by a keyed hash, and outlive their documents. */
export interface Meeting {
  teacher_id: string
  text: string
  other_teacher_id: string
  other_text: string
  /** Whether this side came later, and so could ask about the other. */
  is_asker: boolean
  /** Whether it is the first text of the account that met the other one. */
  is_first: boolean
  is_told: boolean
}

const startOfDay = (now: Date): string => new Date(Math.floor(now.getTime() / dayMs) * dayMs).toISOString()

export async function selectFirstMeeting(
  connection: Connection,
  { teacher_id, other_text }: Pick<Meeting, 'teacher_id' | 'other_text'>,
): Promise<FirstMeeting | null> {
  const { rows } = await connection.query(
    'select text, is_told from school_meetings where teacher_id = $1::uuid and other_text = $2 and is_first',
    [teacher_id, other_text],
  )
  const [row] = rows
  return row === undefined ? null : { text: String(row.text), is_told: row.is_told === true }
}

/** Notes that two texts met, and names an account of which very many have met the same one. */
export async function noteMeeting(connection: Connection, meeting: Meeting, now: Date): Promise<void> {
  const { teacher_id, text, other_teacher_id, other_text, is_asker, is_first, is_told } = meeting
  const { rows } = await connection.query(
    `insert into school_meetings (teacher_id, text, other_teacher_id, other_text, is_asker, is_first, is_told, met_at)
     values ($1::uuid, $2, $3::uuid, $4, $5, $6, $7, $8)
     on conflict (teacher_id, text, other_teacher_id, other_text) do update set is_told = excluded.is_told
     returning xmax = 0 as is_new`,
    [teacher_id, text, other_teacher_id, other_text, is_asker, is_first, is_told, now.toISOString()],
  )
  if (rows[0]?.is_new !== true || !is_asker) return
  const { documents, told } = await countMeetings(connection, teacher_id, other_text)
  if (!unusualMeetings.includes(documents)) return
  await recordAction(
    connection,
    { teacher_id },
    {
      action: 'comparison.unusual',
      target_id: other_teacher_id,
      teacher_id: other_teacher_id,
      details: { documents, told },
    },
  )
}

async function countMeetings(connection: Connection, teacher_id: string, other_text: string) {
  const { rows } = await connection.query(
    `select count(*) as documents, (count(*) filter (where is_told)) as told from school_meetings
     where teacher_id = $1::uuid and other_text = $2 and is_asker`,
    [teacher_id, other_text],
  )
  return { documents: Number(rows[0]?.documents), told: Number(rows[0]?.told) }
}

/** Whether so many other texts of the account have met a colleague's today that this one has to wait. */
export async function hasMetEnough(
  connection: Connection,
  { teacher_id, text }: Pick<Meeting, 'teacher_id' | 'text'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await connection.query(
    `select count(distinct text) as met from school_meetings
     where teacher_id = $1::uuid and text <> $2 and is_asker and met_at >= $3`,
    [teacher_id, text, startOfDay(now)],
  )
  return Number(rows[0]?.met) >= meetingsADay
}

export async function deferComparison(connection: Connection, document_id: string, now: Date): Promise<void> {
  await connection.query(
    `insert into school_deferrals (document_id, deferred_at) select id, $2 from documents where id = $1::uuid
     on conflict (document_id) do update set deferred_at = excluded.deferred_at`,
    [document_id, now.toISOString()],
  )
}

/** Whether the document waits for another day. */
export async function isDeferred(connection: Connection, document_id: string): Promise<boolean> {
  const { rows } = await connection.query('select 1 from school_deferrals where document_id = $1::uuid', [
    document_id,
  ])
  return rows.length > 0
}

/** The documents that have waited since an earlier day, which wait no more. */
export async function takeDeferred(connection: Connection, now: Date): Promise<string[]> {
  const { rows } = await connection.query(
    'delete from school_deferrals where deferred_at < $1 returning document_id::text as id',
    [startOfDay(now)],
  )
  return rows.map(({ id }) => String(id))
}

export async function deleteDeferral(connection: Connection, document_id: string): Promise<void> {
  await connection.query('delete from school_deferrals where document_id = $1::uuid', [document_id])
}

/**
 * Records on the audit log how many documents of each account met texts of each colleague on days before this
 * moment. Documents that were deleted since are counted as well.
 */
export async function recordMeetings(connection: Connection, before: Date): Promise<void> {
  const { rows } = await connection.query(
    `with counted as (
       update school_meetings set counted_at = now() where is_asker and counted_at is null and met_at < $1
       returning teacher_id, other_teacher_id, text, is_told, (met_at at time zone 'UTC')::date as day)
     select teacher_id::text as teacher_id, other_teacher_id::text as other_teacher_id, day::text as day,
       count(distinct text) as documents, (count(distinct text) filter (where is_told)) as told
     from counted group by teacher_id, other_teacher_id, day order by day, teacher_id, other_teacher_id`,
    [before.toISOString()],
  )
  for (const { teacher_id, other_teacher_id, day, documents, told } of rows)
    await recordAction(
      connection,
      { teacher_id: String(teacher_id) },
      {
        action: 'comparison.count',
        target_id: String(other_teacher_id),
        teacher_id: String(other_teacher_id),
        details: { day: String(day), documents: Number(documents), told: Number(told) },
      },
    )
}

/** The same of every day that is over. */
export async function recordMeetingsOfPastDays(connection: Connection, now: Date): Promise<void> {
  await recordMeetings(connection, new Date(startOfDay(now)))
}

export async function deleteMeetings(connection: Connection): Promise<void> {
  await connection.query('delete from school_deferrals')
  await connection.query('delete from school_meetings')
}
