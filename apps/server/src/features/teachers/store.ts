import type { ProfileInput } from '@penmark/contract'
import { count, eq, inArray, sql } from 'drizzle-orm'
import type { Connection, Orm } from '../../database/database.ts'
import { teachers } from './tables.ts'

export type TeacherRow = typeof teachers.$inferSelect

const bySubject = (orm: Orm) =>
  orm
    .select()
    .from(teachers)
    .where(eq(teachers.subject, sql.placeholder('subject')))
    .prepare('teacher_by_subject')

/** Every call reads its teacher, and building the statement takes longer than running it. */
const written = new WeakMap<Orm, ReturnType<typeof bySubject>>()

export async function selectOptionalTeacherBySubject({ orm }: Connection, subject: string): Promise<TeacherRow | null> {
  const statement = written.get(orm) ?? bySubject(orm)
  written.set(orm, statement)
  const [row] = await statement.execute({ subject })
  return row ?? null
}

export async function selectTeacher({ orm }: Connection, id: string): Promise<TeacherRow> {
  const [row] = await orm.select().from(teachers).where(eq(teachers.id, id))
  if (!row) throw new Error('The account of a verified token is gone.')
  return row
}

/**
 * Locks the row against other writers until this transaction ends. New rows that reference the teacher do not wait: an upload holds the
 * teacher's key while it waits for the tallies, which the holder of this lock may have written before.
 */
export async function selectTeacherForUpdate({ orm }: Connection, id: string): Promise<TeacherRow> {
  const [row] = await orm.select().from(teachers).where(eq(teachers.id, id)).for('no key update')
  if (!row) throw new Error('The owner of a document is gone.')
  return row
}

/** The same for several, in the order of their ids. */
export async function selectTeachersForUpdate({ orm }: Connection, ids: string[]): Promise<TeacherRow[]> {
  return orm.select().from(teachers).where(inArray(teachers.id, ids)).orderBy(teachers.id).for('no key update')
}

type NewTeacher = Pick<TeacherRow, 'id' | 'subject' | 'email' | 'picture' | 'created_at'>

/** Must run alone (`lockRegistration`), so that only one account can be the first. Does nothing when the subject is known. */
export async function insertTeacher({ orm }: Connection, teacher: NewTeacher): Promise<void> {
  const [existing] = await orm.select({ accounts: count() }).from(teachers)
  await orm
    .insert(teachers)
    .values({ ...teacher, updated_at: teacher.created_at, is_administrator: Number(existing?.accounts) === 0 })
    .onConflictDoNothing()
}

export async function updateContact({ orm }: Connection, id: string, contact: Pick<TeacherRow, 'email' | 'picture'>): Promise<void> {
  await orm.update(teachers).set(contact).where(eq(teachers.id, id))
}

export async function updateProfile(
  { orm }: Connection,
  id: string,
  profile: Omit<ProfileInput, 'language'>,
  now: Date,
): Promise<TeacherRow> {
  const { phone, address, how_did_you_hear, description, ...rest } = profile
  // An absent field stays as it is, an empty one is cleared.
  const optional = Object.fromEntries(
    Object.entries({ phone, address, how_did_you_hear, description }).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text || null]],
    ),
  )
  const [row] = await orm
    .update(teachers)
    .set({ ...rest, ...optional, updated_at: now, profile_saved_at: now })
    .where(eq(teachers.id, id))
    .returning()
  if (!row) throw new Error('The account of a verified token is gone.')
  return row
}

/** Records when the profile was complete for the first time. */
export async function updateProfileCompleted({ orm }: Connection, id: string, now: Date): Promise<TeacherRow> {
  const [row] = await orm.update(teachers).set({ profile_completed_at: now }).where(eq(teachers.id, id)).returning()
  if (!row) throw new Error('A teacher that was just saved is gone.')
  return row
}
