import { type LtiRefusal, Problem } from '@penmark/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../../../http/caller.ts'
import { html } from '../../../../lib/html.ts'
import { hashSecret } from '../../../../lib/secrets.ts'
import { readAccount, requireLmsAccess } from '../../../accounts/index.ts'
import { findTask, openPlatformSession, platformLinkOf } from '../../../authorship/index.ts'
import { LtiRefusalError } from '../platforms/verify-token.ts'
import type { PlatformUser } from '../protocol/claims.ts'
import { hidden, originsOf, sendPage, textsFor } from '../protocol/page.ts'
import { type LtiDependencies, ltiPaths } from '../records/dependencies.ts'
import {
  type LaunchRow,
  type PlatformRow,
  selectOptionalClassOfCourse,
  selectOptionalPlatform,
  takeLaunch,
} from '../records/store.ts'
import { addToClass, findOrCreateStudent } from '../roster/platform-students.ts'

/**
 * What a platform's frame shows a student: a button that opens the writing room in a window of its own. The
 * ticket lets a student in by itself, so it is posted and never part of an address.
 */
export function sendStudentPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { ticket, platform }: { ticket: string; platform: PlatformRow },
): FastifyReply {
  const t = textsFor(request)
  const content = html`<p>${t('write.text')}</p>
<form method="post" action="${ltiPaths.write}" target="_blank" rel="noopener">${hidden({ ticket })}<p><button class="action" type="submit">${t('write.action')}</button></p></form>
<p class="soft">${t('write.after')}</p>`
  return sendPage(request, reply, {
    title: t('write.title'),
    content,
    framedBy: originsOf(platform.issuer, platform.auth_url),
  })
}

const refusal = (reason: LtiRefusal) => new LtiRefusalError(reason)

/** The launch of a student, deleted so that its ticket works once. */
async function takeStudentLaunch({ database }: LtiDependencies, ticket: string) {
  const launch = await takeLaunch(database, hashSecret(ticket), new Date())
  const platform = launch && (await selectOptionalPlatform(database, launch.platform_id))
  if (!platform || launch.asked.kind !== 'task' || launch.asked.student === null) throw refusal('state')
  const { taskId, student } = launch.asked
  return { launch, platform, taskId, student }
}

/**
 * The task, if its teacher linked the course of the launch. The link alone proves nothing: on many platforms
 * teachers can edit its parameters, and could enter the task of somebody else.
 */
async function taskOfCourse(
  { database }: LtiDependencies,
  { platform_id, context_id }: LaunchRow,
  taskId: string,
) {
  const task = await findTask(database, taskId)
  if (task === null || context_id === null) throw refusal('task')
  const course = { platform_id, context_id, teacher_id: task.teacher_id }
  if ((await selectOptionalClassOfCourse(database, course)) === null) throw refusal('task')
  return task
}

async function requirePlan(dependencies: LtiDependencies, teacher_id: string): Promise<void> {
  try {
    await requireLmsAccess(dependencies.database, teacher_id, 'existing')
  } catch (cause) {
    if (cause instanceof Problem && cause.code === 'plan_required')
      throw new LtiRefusalError('plan', { cause })
    throw cause
  }
}

/** The teacher's student, in the class unless they were removed from it by hand. */
async function ensureInClass(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  {
    person,
    names_url,
    class_group_id,
  }: { person: PlatformUser; names_url: string | null; class_group_id: string | null },
  caller: Caller,
): Promise<string> {
  const student_id = await findOrCreateStudent(dependencies, platform, { person, names_url }, caller)
  if (student_id === null) throw refusal('student')
  if (class_group_id !== null) await addToClass(dependencies.database, class_group_id, [student_id], caller)
  return student_id
}

/** Follows a student's launch, once, to the writing room. Throws `LtiRefusalError`. */
export async function openWritingRoom(dependencies: LtiDependencies, ticket: string): Promise<string> {
  const { database, publicUrl } = dependencies
  const { launch, platform, taskId, student } = await takeStudentLaunch(dependencies, ticket)
  const task = await taskOfCourse(dependencies, launch, taskId)
  const { teacher_id, class_group_id } = task
  await requirePlan(dependencies, teacher_id)
  const caller: Caller = {
    teacher_id,
    is_administrator: false,
    person: await readAccount(database, teacher_id),
  }
  const { names_url } = launch
  const student_id = await ensureInClass(
    dependencies,
    platform,
    { person: student, names_url, class_group_id },
    caller,
  )
  const admission = await openPlatformSession(database, task, student_id)
  if (admission.kind !== 'open') throw refusal(admission.kind === 'revoked' ? 'revoked' : 'student')
  return platformLinkOf(publicUrl, admission)
}
