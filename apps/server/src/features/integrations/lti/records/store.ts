import { and, asc, desc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { Connection } from '../../../../services/database/database.ts'
import {
  ltiCourses,
  ltiInvitations,
  ltiKeys,
  ltiLaunches,
  ltiLogins,
  ltiNotices,
  ltiPeople,
  ltiPlatforms,
} from './tables.ts'

export type PlatformRow = typeof ltiPlatforms.$inferSelect
export type LoginRow = typeof ltiLogins.$inferSelect
export type LaunchRow = typeof ltiLaunches.$inferSelect
export type KeyRow = typeof ltiKeys.$inferSelect

/** Null if this platform and client are already known. */
export async function insertPlatform(
  { orm }: Connection,
  row: typeof ltiPlatforms.$inferInsert,
): Promise<PlatformRow | null> {
  const [inserted] = await orm.insert(ltiPlatforms).values(row).onConflictDoNothing().returning()
  return inserted ?? null
}

export async function selectPlatforms({ orm }: Connection): Promise<PlatformRow[]> {
  return orm.select().from(ltiPlatforms).orderBy(asc(ltiPlatforms.name), asc(ltiPlatforms.created_at))
}

export async function selectPlatformsByIssuer({ orm }: Connection, issuer: string): Promise<PlatformRow[]> {
  return orm.select().from(ltiPlatforms).where(eq(ltiPlatforms.issuer, issuer))
}

export async function selectOptionalPlatform({ orm }: Connection, id: string): Promise<PlatformRow | null> {
  const [row] = await orm.select().from(ltiPlatforms).where(eq(ltiPlatforms.id, id))
  return row ?? null
}

/** Null when there is none. */
export async function updatePlatform(
  { orm }: Connection,
  id: string,
  change: Partial<Pick<PlatformRow, 'deployment_ids' | 'asked_deployment_id'>>,
): Promise<PlatformRow | null> {
  const [row] = await orm.update(ltiPlatforms).set(change).where(eq(ltiPlatforms.id, id)).returning()
  return row ?? null
}

export async function deletePlatform({ orm }: Connection, id: string): Promise<boolean> {
  return (
    (await orm.delete(ltiPlatforms).where(eq(ltiPlatforms.id, id)).returning({ id: ltiPlatforms.id }))
      .length > 0
  )
}

export async function insertInvitation(
  { orm }: Connection,
  row: typeof ltiInvitations.$inferInsert,
): Promise<void> {
  await orm.insert(ltiInvitations).values(row)
}

const isValidInvitation = (secret_hash: string, now: Date) =>
  and(eq(ltiInvitations.secret_hash, secret_hash), gt(ltiInvitations.expires_at, now))

/** The owner of an invitation; null for none or an expired one. */
export async function selectOptionalInviter(
  { orm }: Connection,
  secret_hash: string,
  now: Date,
): Promise<string | null> {
  const [row] = await orm.select().from(ltiInvitations).where(isValidInvitation(secret_hash, now))
  return row?.teacher_id ?? null
}

/** Deletes the invitation, so that it admits only one platform. Null as above. */
export async function takeInvitation(
  { orm }: Connection,
  secret_hash: string,
  now: Date,
): Promise<string | null> {
  const [row] = await orm.delete(ltiInvitations).where(isValidInvitation(secret_hash, now)).returning()
  return row?.teacher_id ?? null
}

export async function selectKeys({ orm }: Connection): Promise<KeyRow[]> {
  return orm.select().from(ltiKeys).orderBy(desc(ltiKeys.created_at))
}

export async function insertKey({ orm }: Connection, row: typeof ltiKeys.$inferInsert): Promise<void> {
  await orm.insert(ltiKeys).values(row)
}

export async function insertLogin({ orm }: Connection, row: LoginRow): Promise<void> {
  await orm.insert(ltiLogins).values(row)
}

/** Deletes the login, so that it opens only one launch. Null when there is none, or it has expired. */
export async function takeLogin(
  { orm }: Connection,
  state_hash: string,
  now: Date,
): Promise<LoginRow | null> {
  const [row] = await orm
    .delete(ltiLogins)
    .where(and(eq(ltiLogins.state_hash, state_hash), gt(ltiLogins.expires_at, now)))
    .returning()
  return row ?? null
}

export async function insertLaunch({ orm }: Connection, row: typeof ltiLaunches.$inferInsert): Promise<void> {
  await orm.insert(ltiLaunches).values(row)
}

/** Claims the launch for this teacher unless it is somebody else's. Null when it is, or it has expired. */
export async function claimLaunch(
  { orm }: Connection,
  ticket_hash: string,
  teacher_id: string,
  now: Date,
): Promise<LaunchRow | null> {
  const isFree = or(isNull(ltiLaunches.teacher_id), eq(ltiLaunches.teacher_id, teacher_id))
  const [row] = await orm
    .update(ltiLaunches)
    .set({ teacher_id })
    .where(and(eq(ltiLaunches.ticket_hash, ticket_hash), gt(ltiLaunches.expires_at, now), isFree))
    .returning()
  return row ?? null
}

/** The launch of a ticket, regardless of its owner; null if there is none, or it has expired. */
export async function selectOptionalLaunch(
  { orm }: Connection,
  ticket_hash: string,
  now: Date,
): Promise<LaunchRow | null> {
  const [row] = await orm
    .select()
    .from(ltiLaunches)
    .where(and(eq(ltiLaunches.ticket_hash, ticket_hash), gt(ltiLaunches.expires_at, now)))
  return row ?? null
}

/**
 * Deletes the launch of a ticket, so that it is followed only once. Null if there is none, or it has expired.
 */
export async function takeLaunch(
  { orm }: Connection,
  ticket_hash: string,
  now: Date,
): Promise<LaunchRow | null> {
  const [row] = await orm
    .delete(ltiLaunches)
    .where(and(eq(ltiLaunches.ticket_hash, ticket_hash), gt(ltiLaunches.expires_at, now)))
    .returning()
  return row ?? null
}

export async function updateAnswer({ orm }: Connection, ticket_hash: string, answer: string): Promise<void> {
  await orm.update(ltiLaunches).set({ answer }).where(eq(ltiLaunches.ticket_hash, ticket_hash))
}

export async function deleteLaunch({ orm }: Connection, ticket_hash: string): Promise<void> {
  await orm.delete(ltiLaunches).where(eq(ltiLaunches.ticket_hash, ticket_hash))
}

export async function deleteExpired({ orm }: Connection, now: Date): Promise<void> {
  await orm.delete(ltiLogins).where(lte(ltiLogins.expires_at, now))
  await orm.delete(ltiLaunches).where(lte(ltiLaunches.expires_at, now))
  await orm.delete(ltiInvitations).where(lte(ltiInvitations.expires_at, now))
  await orm.delete(ltiNotices).where(lte(ltiNotices.expires_at, now))
}

const isAccount = ({ platform_id, subject }: Pick<LaunchRow, 'platform_id' | 'subject'>) =>
  and(eq(ltiPeople.platform_id, platform_id), eq(ltiPeople.subject, subject))

/** The teacher linked to this platform account; null when there is none yet. */
export async function selectOptionalTeacherOf(
  { orm }: Connection,
  launch: LaunchRow,
): Promise<string | null> {
  const [row] = await orm
    .select({ teacher_id: ltiPeople.teacher_id })
    .from(ltiPeople)
    .where(isAccount(launch))
  return row?.teacher_id ?? null
}

/** Does nothing if the account is already linked. */
export async function insertPerson(
  { orm }: Connection,
  { platform_id, subject }: LaunchRow,
  teacher_id: string,
): Promise<void> {
  await orm.insert(ltiPeople).values({ platform_id, subject, teacher_id }).onConflictDoNothing()
}

interface Course {
  platform_id: string
  context_id: string
  teacher_id: string
}

export async function selectOptionalClassOfCourse(
  { orm }: Connection,
  { platform_id, context_id, teacher_id }: Course,
): Promise<string | null> {
  const [row] = await orm
    .select({ id: ltiCourses.class_group_id })
    .from(ltiCourses)
    .where(
      and(
        eq(ltiCourses.platform_id, platform_id),
        eq(ltiCourses.context_id, context_id),
        eq(ltiCourses.teacher_id, teacher_id),
      ),
    )
  return row?.id ?? null
}

/** Links a class to the course; the address of a known course's members is updated. */
export async function upsertCourse(
  { orm }: Connection,
  course: typeof ltiCourses.$inferInsert,
): Promise<void> {
  const { platform_id, context_id, teacher_id } = ltiCourses
  await orm
    .insert(ltiCourses)
    .values(course)
    .onConflictDoUpdate({
      target: [platform_id, context_id, teacher_id],
      set: { names_url: course.names_url ?? null },
    })
}

export async function selectOptionalCourseOf(
  { orm }: Connection,
  teacher_id: string,
  class_group_id: string,
): Promise<Pick<typeof ltiCourses.$inferSelect, 'platform_id' | 'names_url'> | null> {
  const [row] = await orm
    .select({ platform_id: ltiCourses.platform_id, names_url: ltiCourses.names_url })
    .from(ltiCourses)
    .where(and(eq(ltiCourses.teacher_id, teacher_id), eq(ltiCourses.class_group_id, class_group_id)))
  return row ?? null
}
