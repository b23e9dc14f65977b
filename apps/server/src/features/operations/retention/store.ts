import { retentionNotice } from '@penmark/contract'
import { and, asc, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { dayMs } from '../../../lib/durations.ts'
import { type Connection, time } from '../../../services/database/database.ts'

const retentionRules = pgTable('retention_rules', {
  teacher_id: uuid().notNull(),
  class_group_id: uuid(),
  days: integer(),
  language: text().notNull(),
  updated_at: time().notNull().defaultNow(),
})

const retentionAnnouncements = pgTable('retention_announcements', {
  document_id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  announced_at: time().notNull(),
  erase_at: time().notNull(),
  /** When the announcing email was written, and its id. */
  mailed_at: time(),
  mail_id: uuid(),
  /** When that email was sent. Nothing is erased before. */
  notified_at: time(),
})

export interface Rule {
  class_group_id: string | null
  days: number | null
}

/**
 * Documents with a rule, and when that rule erases them. `rules` is a table with a teacher, a class or null,
 * and days or null.
 */
const dueDocuments = (rules: string) => `
  select d.id, d.teacher_id, d.created_at + make_interval(days => chosen.days) as due_at
  from documents d
  left join ${rules} c on c.class_group_id = d.class_group_id and c.teacher_id = d.teacher_id
  left join ${rules} t on t.class_group_id is null and t.teacher_id = d.teacher_id
  cross join lateral (select case when c.teacher_id is not null then c.days else t.days end as days) chosen
  where chosen.days is not null and d.teacher_id in (select teacher_id from ${rules})`

export async function selectRules({ orm }: Connection, teacher_id: string): Promise<Rule[]> {
  const { class_group_id, days } = retentionRules
  return orm
    .select({ class_group_id, days })
    .from(retentionRules)
    .where(eq(retentionRules.teacher_id, teacher_id))
    .orderBy(asc(retentionRules.class_group_id))
}

/** Replaces all rules of the teacher. */
export async function replaceRules(
  { orm }: Connection,
  teacher_id: string,
  rules: Rule[],
  language: string,
  now: Date,
): Promise<void> {
  await orm.delete(retentionRules).where(eq(retentionRules.teacher_id, teacher_id))
  if (rules.length === 0) return
  await orm
    .insert(retentionRules)
    .values(rules.map((rule) => ({ teacher_id, ...rule, language, updated_at: now })))
}

/** The effect of unsaved rules: how many documents are old enough now, and when the oldest will be. */
export async function selectPreview(
  connection: Connection,
  teacher_id: string,
  rules: Rule[],
  now: Date,
): Promise<{ overdue: number; oldest: Date | null }> {
  const { rows } = await connection.query(
    `with rules as (select $1::uuid as teacher_id, class_group_id, days from jsonb_to_recordset($2::jsonb) as r (class_group_id uuid, days int)),
     due as (${dueDocuments('rules')})
     select count(*) filter (where due_at <= $3::timestamptz)::float8 as overdue, min(due_at)::text as oldest from due`,
    [teacher_id, JSON.stringify(rules), now.toISOString()],
  )
  const oldest = (rows[0]?.oldest ?? null) as string | null
  return { overdue: Number(rows[0]?.overdue), oldest: oldest === null ? null : new Date(oldest) }
}

/**
 * Announces what is due soon and withdraws what no longer is, for one teacher or all. Documents already past
 * their date are still erased only some days after the teacher was notified.
 */
export async function announceErasures(
  connection: Connection,
  teacher_id: string | null,
  now: Date,
): Promise<void> {
  const values = [now.toISOString(), teacher_id, retentionNotice.usualDays, retentionNotice.leastDays]
  const upcoming = `upcoming as (
    select * from (${dueDocuments('retention_rules')}) due
    where due_at <= $1::timestamptz + make_interval(days => $3::int) and ($2::uuid is null or teacher_id = $2::uuid) and $4::int > 0)`
  await connection.query(
    `with ${upcoming} delete from retention_announcements a
     where ($2::uuid is null or a.teacher_id = $2::uuid) and not exists (select 1 from upcoming where upcoming.id = a.document_id)`,
    values,
  )
  await connection.query(
    `with ${upcoming} insert into retention_announcements as a (document_id, teacher_id, announced_at, erase_at)
     select id, teacher_id, $1::timestamptz, greatest(due_at, $1::timestamptz + make_interval(days => $4::int)) from upcoming
     on conflict (document_id) do update set erase_at = greatest(
       (select due_at from upcoming where upcoming.id = a.document_id), coalesce(a.notified_at, $1::timestamptz) + make_interval(days => $4::int))`,
    values,
  )
}

/**
 * Records which announcements have reached their teacher. Those whose email failed or is gone wait for the
 * next one.
 */
export async function updateNotified(connection: Connection, now: Date): Promise<void> {
  await connection.query(
    `update retention_announcements a set notified_at = least(m.sent_at, $1::timestamptz) from mails m
     where m.id = a.mail_id and a.notified_at is null and m.sent_at is not null`,
    [now.toISOString()],
  )
  await connection.query(
    `update retention_announcements a set mailed_at = null, mail_id = null
     where a.notified_at is null and a.mail_id is not null
       and not exists (select 1 from mails m where m.id = a.mail_id and m.failed_at is null)`,
  )
}

/** What is announced to a teacher; null when nothing is. */
export async function selectUpcoming(
  { orm }: Connection,
  teacher_id: string,
): Promise<{ documents: number; first_at: Date; last_at: Date } | null> {
  const { erase_at } = retentionAnnouncements
  const [row] = await orm
    .select({
      documents: sql<number>`count(*)::float8`,
      first_at: sql<string | null>`min(${erase_at})::text`,
      last_at: sql<string | null>`max(${erase_at})::text`,
    })
    .from(retentionAnnouncements)
    .where(eq(retentionAnnouncements.teacher_id, teacher_id))
  if (!row?.first_at || !row.last_at) return null
  return { documents: row.documents, first_at: new Date(row.first_at), last_at: new Date(row.last_at) }
}

/** What may be erased: its date has passed, and its teacher was notified some days before. */
export async function selectDue({ orm }: Connection, now: Date, limit: number) {
  const { document_id, teacher_id, erase_at, notified_at } = retentionAnnouncements
  const latestNotice = new Date(now.getTime() - retentionNotice.leastDays * dayMs)
  return orm
    .select({ document_id, teacher_id })
    .from(retentionAnnouncements)
    .where(and(lte(erase_at, now), lte(notified_at, latestNotice)))
    .orderBy(asc(erase_at))
    .limit(limit)
}

/** Teachers with announcements not yet emailed, whose last email was long enough ago. */
export async function selectTeachersToMail(connection: Connection, lastBefore: Date): Promise<string[]> {
  const { rows } = await connection.query(
    `select teacher_id from retention_announcements group by teacher_id
     having bool_or(mailed_at is null) and coalesce(max(mailed_at), '-infinity') <= $1::timestamptz order by teacher_id`,
    [lastBefore.toISOString()],
  )
  return rows.map((row) => String(row.teacher_id))
}

/** Locks a teacher's announcements not yet emailed, and counts them. */
export async function lockUnmailed({ orm }: Connection, teacher_id: string): Promise<number> {
  const { document_id } = retentionAnnouncements
  const rows = await orm
    .select({ document_id })
    .from(retentionAnnouncements)
    .where(isUnmailed(teacher_id))
    .for('update')
  return rows.length
}

const isUnmailed = (teacher_id: string) =>
  and(eq(retentionAnnouncements.teacher_id, teacher_id), isNull(retentionAnnouncements.mailed_at))

/** Links a teacher's announcements not yet emailed to the email just written. */
export async function updateMailed(
  { orm }: Connection,
  teacher_id: string,
  mail_id: string,
  now: Date,
): Promise<void> {
  await orm.update(retentionAnnouncements).set({ mailed_at: now, mail_id }).where(isUnmailed(teacher_id))
}

/** The language of the last saved setting. */
export async function selectLanguage({ orm }: Connection, teacher_id: string): Promise<string> {
  const [row] = await orm
    .select({ language: retentionRules.language })
    .from(retentionRules)
    .where(eq(retentionRules.teacher_id, teacher_id))
    .orderBy(desc(retentionRules.updated_at))
    .limit(1)
  return row?.language ?? 'en-GB'
}

/**
 * Texts that students wrote and did not hand in, or whose document is gone, and whose record is older than
 * the rule of their class allows. After a change of the rules everybody has some days to react.
 */
export async function selectDueWriting(connection: Connection, now: Date, limit: number): Promise<string[]> {
  const { rows } = await connection.query(
    `select s.id
     from writing_submissions s join writing_tasks t on t.id = s.task_id
     left join retention_rules c on c.class_group_id = t.class_group_id and c.teacher_id = t.teacher_id
     left join retention_rules r on r.class_group_id is null and r.teacher_id = t.teacher_id
     cross join lateral (select case when c.teacher_id is not null then c.days else r.days end as days, coalesce(c.updated_at, r.updated_at) as set_at) chosen
     where s.document_id is null and s.entries > 0
       and greatest(t.due_at, s.handed_in_at, s.last_written_at, s.created_at) + make_interval(days => chosen.days) <= $1::timestamptz
       and chosen.set_at + make_interval(days => $2::int) <= $1::timestamptz
     order by s.created_at limit $3`,
    [now.toISOString(), retentionNotice.usualDays, limit],
  )
  return rows.map(({ id }) => String(id))
}
