import { randomUUID } from 'node:crypto'
import { teacherImportLimits } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import type { Locale } from '../../../locale/locale.ts'
import { recordAction, recordEvent } from '../../../services/audit/audit.ts'
import type { Connection } from '../../../services/database/database.ts'
import type { Identity } from '../../../services/identity/identity.ts'
import { addInvited, updateListedAccounts } from '../../accounts/index.ts'
import type { AccountChange, Addition, Plan } from './plan.ts'
import { type ImportRow, insertImport } from './store.ts'

export interface ApplyDependencies {
  identity: Pick<Identity, 'accounts'>
}

export interface RunContext {
  /** Null for the nightly file. */
  administrator: Owner | null
  /** The language of invitations. */
  language: Locale
  now: Date
}

type Entry = Parameters<typeof recordAction>[2]

function record(connection: Connection, { administrator }: RunContext, entry: Entry): Promise<void> {
  return administrator ? recordAction(connection, administrator, entry) : recordEvent(connection, entry)
}

async function addAccount(
  connection: Connection,
  { identity }: ApplyDependencies,
  addition: Addition,
  { language, now }: RunContext,
) {
  const { line: _line, ...person } = addition
  const { email, first_name: givenName, last_name: familyName } = person
  const invited = await identity.accounts?.invite(connection, { email, givenName, familyName, language })
  const isNew = invited?.isNew ?? true
  // Somebody who registered with this address by themselves may not own it.
  const is_administrator = person.is_administrator && isNew
  await addInvited(
    connection,
    { ...person, id: randomUUID(), subject: invited?.subject ?? null, is_administrator, isNew },
    now,
  )
}

async function applyChange(
  connection: Connection,
  { identity }: ApplyDependencies,
  { account, line: _line, is_deactivated, ...fields }: AccountChange,
  context: RunContext,
): Promise<void> {
  const { id, subject } = account
  const deactivated_at = is_deactivated ? context.now : null
  await updateListedAccounts(
    connection,
    [id],
    { ...fields, ...(is_deactivated !== undefined && { deactivated_at }) },
    context.now,
  )
  if (is_deactivated) await identity.accounts?.endSessions(connection, subject)
  const target = { target_id: id, teacher_id: id }
  if (is_deactivated !== undefined)
    await record(connection, context, {
      action: is_deactivated ? 'account.deactivate' : 'account.reactivate',
      ...target,
    })
  if (fields.is_administrator !== undefined)
    await record(connection, context, {
      action: fields.is_administrator ? 'role.give' : 'role.take',
      ...target,
    })
}

/** Carries out a plan unless it is refused, and stores the run. Call it in a transaction. */
export async function applyPlan(
  connection: Connection,
  dependencies: ApplyDependencies,
  plan: Plan,
  context: RunContext,
): Promise<ImportRow> {
  const { administrator, now } = context
  const isRefused = plan.fault !== null
  if (!isRefused) {
    for (const addition of plan.additions) await addAccount(connection, dependencies, addition, context)
    for (const change of plan.changes) await applyChange(connection, dependencies, change, context)
    await updateListedAccounts(connection, plan.newlyListed, { listed_at: now }, now)
  }
  const deactivated = plan.changes.filter(({ is_deactivated }) => is_deactivated).length
  const row: ImportRow = {
    id: randomUUID(),
    source: administrator ? 'upload' : 'schedule',
    at: now,
    fault: plan.fault,
    added: isRefused ? 0 : plan.additions.length,
    changed: isRefused ? 0 : plan.changes.length - deactivated,
    deactivated: isRefused ? 0 : deactivated,
    unchanged: isRefused ? 0 : plan.unchanged,
    problems: plan.problems.slice(0, teacherImportLimits.problems),
  }
  await insertImport(connection, row)
  const { added, changed } = row
  await record(connection, context, {
    action: 'teachers.import',
    target_id: row.id,
    details: { added, changed, deactivated: row.deactivated },
  })
  return row
}
