import { type PlanId, type ProfileInput, planIds, teacherRoles } from '@penmark/contract'
import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, type Orm, time } from '../../../services/database/database.ts'

/** Accounts. The profile's fields are null until the teacher first saves it. */
const teachers = pgTable('teachers', {
  id: uuid().primaryKey(),
  subject: text().notNull().unique(),
  email: text(),
  first_name: text(),
  last_name: text(),
  school_name: text(),
  role: text({ enum: teacherRoles }),
  country: text(),
  state_county: text(),
  phone: text(),
  address: text(),
  how_did_you_hear: text(),
  description: text(),
  picture: text(),
  is_administrator: boolean().notNull().default(false),
  /** When the token was issued that last gave or took the role; an older one no longer decides. */
  role_token_issued_at: time(),
  plan: text({ enum: planIds }).notNull().default('FREE'),
  pro_plan_activated_at: time(),
  /** When the Schools plan last ended; null if the teacher never had it, or has it now. */
  schools_ended_at: time(),
  custom_word_limit: integer(),
  custom_char_limit: integer(),
  /** Whether documents that wait for words are read without being asked for, once there are enough. */
  reads_waiting: boolean().notNull().default(false),
  profile_saved_at: time(),
  /** When it was first complete. */
  profile_completed_at: time(),
  erasing_since: time(),
  /** When a list of teachers first named the account; only these are ever deactivated by a list. */
  listed_at: time(),
  /** Set until the owner of an account that a list created signs in. */
  invited_at: time(),
  deactivated_at: time(),
  /**
   * When what the account had granted ended, because the provider's roles no longer gave access; null while
   * they do.
   */
  access_ended_at: time(),
  /** Whether the last token confirmed the address. */
  email_verified: boolean().notNull().default(false),
  created_at: time().notNull().defaultNow(),
  updated_at: time().notNull().defaultNow(),
})

export type TeacherRow = typeof teachers.$inferSelect

const bySubject = (orm: Orm) =>
  orm
    .select()
    .from(teachers)
    .where(eq(teachers.subject, sql.placeholder('subject')))
    .prepare('teacher_by_subject')

/** Every call reads its teacher, and building the statement takes longer than running it. */
const preparedStatements = new WeakMap<Orm, ReturnType<typeof bySubject>>()

export async function selectOptionalTeacherBySubject(
  { orm }: Connection,
  subject: string,
): Promise<TeacherRow | null> {
  const statement = preparedStatements.get(orm) ?? bySubject(orm)
  preparedStatements.set(orm, statement)
  const [row] = await statement.execute({ subject })
  return row ?? null
}

export async function selectTeacher({ orm }: Connection, id: string): Promise<TeacherRow> {
  const [row] = await orm.select().from(teachers).where(eq(teachers.id, id))
  if (!row) throw new Error('The account of a verified token is gone.')
  return row
}

/**
 * Locks the row against other writers until this transaction ends. New rows that reference the teacher do not
 * wait: an upload holds the teacher's key while it waits for the tallies, which the holder of this lock may
 * have written before.
 */
export async function selectTeacherForUpdate({ orm }: Connection, id: string): Promise<TeacherRow> {
  const [row] = await orm.select().from(teachers).where(eq(teachers.id, id)).for('no key update')
  if (!row) throw new Error('The owner of a document is gone.')
  return row
}

/** The same for several, in the order of their ids. */
export async function selectTeachersForUpdate({ orm }: Connection, ids: string[]): Promise<TeacherRow[]> {
  return orm
    .select()
    .from(teachers)
    .where(inArray(teachers.id, ids))
    .orderBy(teachers.id)
    .for('no key update')
}

type NewTeacher = Pick<TeacherRow, 'id' | 'subject' | 'email' | 'picture' | 'is_administrator' | 'created_at'>

/** Does nothing when the subject is known. */
export async function insertTeacher({ orm }: Connection, teacher: NewTeacher): Promise<void> {
  await orm
    .insert(teachers)
    .values({ ...teacher, updated_at: teacher.created_at })
    .onConflictDoNothing()
}

export async function selectHasAccounts({ orm }: Connection): Promise<boolean> {
  const rows = await orm.select({ id: teachers.id }).from(teachers).limit(1)
  return rows.length > 0
}

export async function selectHasAdministrator({ orm }: Connection): Promise<boolean> {
  const rows = await orm
    .select({ id: teachers.id })
    .from(teachers)
    .where(eq(teachers.is_administrator, true))
    .limit(1)
  return rows.length > 0
}

type Contact = Pick<TeacherRow, 'email' | 'picture' | 'email_verified' | 'invited_at'>

export async function updateContact({ orm }: Connection, id: string, contact: Contact): Promise<void> {
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

export async function updateReadsWaiting(
  { orm }: Connection,
  id: string,
  reads_waiting: boolean,
): Promise<void> {
  await orm.update(teachers).set({ reads_waiting }).where(eq(teachers.id, id))
}

export async function selectReadingWaiting({ orm }: Connection): Promise<string[]> {
  const rows = await orm
    .select({ id: teachers.id })
    .from(teachers)
    .where(and(eq(teachers.reads_waiting, true), isNull(teachers.erasing_since)))
  return rows.map(({ id }) => id)
}

/** Records when the profile was complete for the first time. */
export async function updateProfileCompleted(
  { orm }: Connection,
  id: string,
  now: Date,
): Promise<TeacherRow> {
  const [row] = await orm
    .update(teachers)
    .set({ profile_completed_at: now })
    .where(eq(teachers.id, id))
    .returning()
  if (!row) throw new Error('A teacher that was just saved is gone.')
  return row
}

/** The accounts with an email address, at most two. */
export async function selectTeachersByEmail({ orm }: Connection, email: string): Promise<{ id: string }[]> {
  return orm
    .select({ id: teachers.id })
    .from(teachers)
    .where(and(sql`lower(${teachers.email}) = lower(${email})`, isNull(teachers.erasing_since)))
    .limit(2)
}

export async function selectOptionalTeacher({ orm }: Connection, id: string): Promise<TeacherRow | null> {
  const [row] = await orm.select().from(teachers).where(eq(teachers.id, id))
  return row ?? null
}

/** Locks the row against every other change, its erasure included. */
export async function selectOptionalTeacherForErasure(
  { orm }: Connection,
  id: string,
): Promise<TeacherRow | null> {
  const [row] = await orm.select().from(teachers).where(eq(teachers.id, id)).for('update')
  return row ?? null
}

export async function selectTeachers({ orm }: Connection, ids: string[]): Promise<TeacherRow[]> {
  return ids.length === 0 ? [] : orm.select().from(teachers).where(inArray(teachers.id, ids))
}

export async function updateErasing({ orm }: Connection, id: string, erasing_since: Date): Promise<void> {
  await orm.update(teachers).set({ erasing_since }).where(eq(teachers.id, id))
}

export async function selectIsTeacher({ orm }: Connection, id: string): Promise<boolean> {
  const rows = await orm.select({ id: teachers.id }).from(teachers).where(eq(teachers.id, id))
  return rows.length > 0
}

export async function updatePlan(
  { orm }: Connection,
  id: string,
  plan: PlanId,
  pro_plan_activated_at: Date | null,
  updated_at: Date,
): Promise<void> {
  const schools_ended_at =
    plan === 'SCHOOLS'
      ? null
      : sql`case when ${teachers.plan} = 'SCHOOLS' then ${updated_at.toISOString()}::timestamptz else ${teachers.schools_ended_at} end`
  await orm
    .update(teachers)
    .set({ plan, pro_plan_activated_at, schools_ended_at, updated_at })
    .where(eq(teachers.id, id))
}

export async function selectOptionalTeacherBySubjectForUpdate(
  { orm }: Connection,
  subject: string,
): Promise<TeacherRow | null> {
  const [row] = await orm.select().from(teachers).where(eq(teachers.subject, subject)).for('no key update')
  return row ?? null
}

type Overrides = Partial<Pick<TeacherRow, 'custom_word_limit' | 'custom_char_limit'>>

export async function updateOverrides(
  { orm }: Connection,
  id: string,
  overrides: Overrides,
  updated_at: Date,
): Promise<TeacherRow> {
  const [row] = await orm
    .update(teachers)
    .set({ ...overrides, updated_at })
    .where(eq(teachers.id, id))
    .returning()
  if (!row) throw new Error('A teacher that was just locked is gone.')
  return row
}

/** Accounts by id or case-insensitive email, oldest first, without those being erased. */
export function selectAccounts({ orm }: Connection, account: string): Promise<TeacherRow[]> {
  const isMatch = account.includes('@')
    ? sql`lower(${teachers.email}) = ${account.toLowerCase()}`
    : sql`${teachers.id}::text = ${account}`
  return orm
    .select()
    .from(teachers)
    .where(and(isMatch, isNull(teachers.erasing_since)))
    .orderBy(teachers.created_at)
}

/** Every account, administrators first, then by address. */
export function selectAllAccounts({ orm }: Connection): Promise<TeacherRow[]> {
  return orm
    .select()
    .from(teachers)
    .where(isNull(teachers.erasing_since))
    .orderBy(desc(teachers.is_administrator), teachers.email, teachers.created_at)
}

/**
 * Whether another active account administers, by its role or by a confirmed address that the operator names.
 */
export async function selectHasOtherAdministrator(
  { orm }: Connection,
  id: string,
  adminEmails: string[],
): Promise<boolean> {
  const isNamed = and(eq(teachers.email_verified, true), inArray(sql`lower(${teachers.email})`, adminEmails))
  const rows = await orm
    .select({ id: teachers.id })
    .from(teachers)
    .where(
      and(
        adminEmails.length === 0
          ? eq(teachers.is_administrator, true)
          : or(eq(teachers.is_administrator, true), isNamed),
        ne(teachers.id, id),
        isNull(teachers.erasing_since),
        isNull(teachers.deactivated_at),
        isNull(teachers.invited_at),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Null when the roles give access again. */
export async function updateAccessEnded(
  { orm }: Connection,
  id: string,
  access_ended_at: Date | null,
): Promise<void> {
  await orm.update(teachers).set({ access_ended_at }).where(eq(teachers.id, id))
}

export async function updateRole(
  { orm }: Connection,
  id: string,
  role: Pick<TeacherRow, 'is_administrator' | 'role_token_issued_at'>,
) {
  await orm.update(teachers).set(role).where(eq(teachers.id, id))
}

export async function updateIsAdministrator(
  { orm }: Connection,
  id: string,
  is_administrator: boolean,
): Promise<void> {
  await orm.update(teachers).set({ is_administrator }).where(eq(teachers.id, id))
}

/** The placeholder subject of an account that a list of teachers created, until its owner signs in. */
export const subjectOfInvited = (id: string): string => `invited:${id}`

/** An account that a list of teachers created for this address, and that nobody has signed in to yet. */
export async function selectOptionalInvited(
  { orm }: Connection,
  email: string,
): Promise<{ id: string } | null> {
  const [row] = await orm
    .select({ id: teachers.id })
    .from(teachers)
    .where(
      and(
        sql`lower(${teachers.email}) = lower(${email})`,
        sql`${teachers.subject} = 'invited:' || ${teachers.id}`,
        isNull(teachers.erasing_since),
      ),
    )
  return row ?? null
}

export async function updateSubject({ orm }: Connection, id: string, subject: string): Promise<void> {
  await orm.update(teachers).set({ subject }).where(eq(teachers.id, id))
}

const listedColumns = {
  id: teachers.id,
  subject: teachers.subject,
  email: teachers.email,
  email_verified: teachers.email_verified,
  first_name: teachers.first_name,
  last_name: teachers.last_name,
  profile_saved_at: teachers.profile_saved_at,
  is_administrator: teachers.is_administrator,
  erasing_since: teachers.erasing_since,
  listed_at: teachers.listed_at,
  invited_at: teachers.invited_at,
  deactivated_at: teachers.deactivated_at,
}

export type ListedAccount = Pick<TeacherRow, keyof typeof listedColumns>

/** What an import compares with the list, of every account with an address. */
export function selectListedAccounts({ orm }: Connection): Promise<ListedAccount[]> {
  return orm
    .select(listedColumns)
    .from(teachers)
    .where(isNotNull(teachers.email))
    .orderBy(teachers.created_at, teachers.id)
}

type InvitedTeacher = Pick<
  TeacherRow,
  | 'id'
  | 'subject'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'is_administrator'
  | 'listed_at'
  | 'invited_at'
  | 'created_at'
>

/** False when the subject has an account already. */
export async function insertInvited({ orm }: Connection, teacher: InvitedTeacher): Promise<boolean> {
  const rows = await orm
    .insert(teachers)
    .values({ ...teacher, updated_at: teacher.created_at })
    .onConflictDoNothing()
    .returning({ id: teachers.id })
  return rows.length > 0
}

type ListedFields = Partial<
  Pick<TeacherRow, 'first_name' | 'last_name' | 'is_administrator' | 'listed_at' | 'deactivated_at'>
>

export async function updateListed(
  { orm }: Connection,
  ids: string[],
  fields: ListedFields,
  updated_at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await orm
    .update(teachers)
    .set({ ...fields, updated_at })
    .where(inArray(teachers.id, ids))
}

/** The active administrators with an email address. */
export async function selectAdministrators({
  orm,
}: Connection): Promise<{ subject: string; email: string }[]> {
  const rows = await orm
    .select({ subject: teachers.subject, email: teachers.email })
    .from(teachers)
    .where(
      and(
        eq(teachers.is_administrator, true),
        isNull(teachers.erasing_since),
        isNull(teachers.deactivated_at),
        isNull(teachers.invited_at),
      ),
    )
    .orderBy(teachers.created_at, teachers.id)
  return rows.flatMap(({ subject, email }) => (email === null ? [] : [{ subject, email }]))
}
