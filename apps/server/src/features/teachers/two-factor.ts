import { Problem, type TwoFactorStatus } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Identity } from '../../outside/identity/identity.ts'
import { recordAction } from '../audit/audit.ts'
import { selectOptionalTeacherBySubject } from './store.ts'

export interface TwoFactorDependencies {
  database: Database
  identity: Pick<Identity, 'twoFactorControl'>
  /** Who the operator requires to use two-factor authentication. */
  twoFactorOf: 'administrators' | null
}

/** Whether an administrator must turn on two-factor authentication first. */
export async function needsTwoFactor({ database, identity, twoFactorOf }: TwoFactorDependencies, { is_administrator, person }: Caller) {
  if (twoFactorOf === null || identity.twoFactorControl === null || !is_administrator) return false
  return !(await identity.twoFactorControl.switchedOn(database, [person.subject])).has(person.subject)
}

/** Runs before every administrator call. */
export async function assertTwoFactor(dependencies: TwoFactorDependencies, caller: Caller): Promise<void> {
  if (!(await needsTwoFactor(dependencies, caller))) return
  const detail =
    'This installation requires two-factor authentication for administrators. Turn it on next to your password: your profile links to it.'
  throw new Problem('not_allowed', detail)
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
 * An administrator turns off two-factor authentication for someone who lost their phone. The owner is notified by email, and the audit log
 * records it.
 */
export function removeTwoFactor(
  { database, identity }: TwoFactorDependencies,
  { kinde_id }: { kinde_id: string },
  caller: Caller,
): Promise<TwoFactorStatus> {
  return database.transaction(async (connection) => {
    const teacher = await selectOptionalTeacherBySubject(connection, kinde_id)
    if (!teacher) throw new Problem('not_found', 'There is no such teacher.')
    if (!(await identity.twoFactorControl?.remove(connection, kinde_id)))
      throw new Problem('not_found', 'This teacher has not turned on two-factor authentication.')
    await recordAction(connection, caller, { action: 'second-step.remove', target_id: teacher.id, teacher_id: teacher.id })
    return { kinde_id, has_second_step: false }
  })
}
