import type { TwoFactorStatus } from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Identity } from '../../../services/identity/identity.ts'
import { selectOptionalTeacherBySubject } from './store.ts'

export interface TwoFactorDependencies {
  database: Database
  identity: Pick<Identity, 'twoFactorControl'>
  /** Who the operator requires to use two-factor authentication. */
  twoFactorOf: 'administrators' | null
}

/** Whether an administrator must turn on two-factor authentication first. */
export async function needsTwoFactor(
  { database, identity, twoFactorOf }: TwoFactorDependencies,
  { is_administrator, person }: Caller,
) {
  if (twoFactorOf === null || identity.twoFactorControl === null || !is_administrator) return false
  return !(await identity.twoFactorControl.switchedOn(database, [person.subject])).has(person.subject)
}

/** Runs before every administrator call. */
export async function assertTwoFactor(dependencies: TwoFactorDependencies, caller: Caller): Promise<void> {
  if (!(await needsTwoFactor(dependencies, caller))) return
  throw problem('not_allowed', 'two_factor_required')
}

/** Which of these teachers use two-factor authentication; null for all if another provider signs them in. */
export async function readTwoFactor(
  connection: Connection,
  { twoFactorControl }: TwoFactorDependencies['identity'],
  subjects: string[],
): Promise<(subject: string) => boolean | null> {
  if (twoFactorControl === null) return () => null
  const on = await twoFactorControl.switchedOn(connection, subjects)
  return (subject) => on.has(subject)
}

/**
 * An administrator turns off two-factor authentication for someone who lost their phone. The owner is
 * notified by email, and the audit log records it.
 */
export function removeTwoFactor(
  { database, identity }: TwoFactorDependencies,
  { kinde_id }: { kinde_id: string },
  caller: Caller,
): Promise<TwoFactorStatus> {
  return database.transaction(async (connection) => {
    const teacher = await selectOptionalTeacherBySubject(connection, kinde_id)
    if (!teacher) throw problem('not_found', 'teacher_unknown')
    if (!(await identity.twoFactorControl?.remove(connection, kinde_id)))
      throw problem('not_found', 'two_factor_off')
    await recordAction(connection, caller, {
      action: 'second-step.remove',
      target_id: teacher.id,
      teacher_id: teacher.id,
    })
    return { kinde_id, has_second_step: false }
  })
}
