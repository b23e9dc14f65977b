import { type Case, type CaseChange, type CaseDecisionInput, type CaseEvent, type CaseStepInput, Problem } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Events } from '../../events.ts'
import type { Owner } from '../../http/caller.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import { deliverCaseEvent } from '../webhooks/deliver.ts'
import { appealUntil } from './appeals/appeal-status.ts'
import { notifyStudent } from './appeals/emails.ts'
import { selectOptionalLatestAppeal } from './appeals/store.ts'
import { holdCase, readCase } from './read-cases.ts'
import { eventOf, isHeard, stateAfter } from './rules.ts'
import { type CaseRow, insertCaseEntry, selectCaseEntries, selectCasePolicy, updateCase, updateStudentGone } from './store.ts'

/** Changes a locked case, queues its webhooks and returns the case as it is now. */
async function save(connection: Connection, row: CaseRow, change: Partial<CaseRow>, event: CaseEvent, now: Date): Promise<Case> {
  const { id: case_id, teacher_id, student_id, class_group_id } = row
  await updateCase(connection, case_id, { ...change, updated_at: now })
  await deliverCaseEvent(connection, { event, case_id, teacher_id, student_id, class_group_id, now })
  return readCase(connection, case_id, row)
}

/** Changes the private notes or the due date. */
export function changeCase(database: Database, id: string, { notes, due_on }: CaseChange, owner: Owner): Promise<Case> {
  return database.transaction(async (connection) => {
    const row = await holdCase(connection, id, owner)
    const change = { ...(notes === undefined ? {} : { notes }), ...(due_on === undefined ? {} : { due_on }) }
    return save(connection, row, change, 'case.changed', new Date())
  })
}

/** Records that the student was asked or answered, or a meeting. */
export function recordCaseStep(database: Database, id: string, { kind, text }: CaseStepInput, owner: Owner): Promise<Case> {
  return database.transaction(async (connection) => {
    const row = await holdCase(connection, id, owner)
    const now = new Date()
    await insertCaseEntry(connection, { case_id: id, teacher_id: row.teacher_id, at: now, kind, text })
    return save(connection, row, { state: stateAfter(row.state, kind) }, eventOf[kind], now)
  })
}

/** The reason to store with a decision for not hearing the student; null where none is needed. */
async function requireHearing(
  connection: Connection,
  id: string,
  { outcome, unheard_reason }: Pick<CaseDecision, 'outcome' | 'unheard_reason'>,
): Promise<string | null> {
  if (outcome !== 'referred' || isHeard(await selectCaseEntries(connection, id))) return null
  const { may_refer_unheard } = await selectCasePolicy(connection)
  if (!may_refer_unheard)
    throw new Problem('conflict', 'Hear the student before you refer the case: record their answer, or a meeting with them.')
  if (unheard_reason !== null) return unheard_reason
  const msg = 'Say why the student was not heard.'
  throw new Problem('invalid_input', `unheard_reason: ${msg}`, { fields: [{ loc: ['unheard_reason'], msg }] })
}

/**
 * While a student waits for an appeal, only the second person decides. After it, the teacher can still clear the student, but not bring back
 * what a second person replaced.
 */
async function requireNoAppeal(connection: Connection, id: string, { outcome }: Pick<CaseDecision, 'outcome'>): Promise<void> {
  const appeal = await selectOptionalLatestAppeal(connection, id)
  if (appeal === null) return
  if (appeal.ended_at === null) throw new Problem('conflict', 'The student has appealed. A second person decides now.')
  if (outcome !== 'cleared')
    throw new Problem(
      'conflict',
      'A second person has decided on appeal. After that, the only decision that you can still make is to clear the student.',
    )
}

interface DecisionDependencies {
  database: Database
  mailer: Pick<Mailer, 'send'>
}

type CaseDecision = Pick<CaseDecisionInput, 'outcome' | 'reason'> & { unheard_reason: string | null }

/** Decides a case. A later decision supersedes an earlier one, which stays in the timeline. */
export function decideCase({ database, mailer }: DecisionDependencies, id: string, decision: CaseDecision, owner: Owner): Promise<Case> {
  return database.transaction(async (connection) => {
    const row = await holdCase(connection, id, owner)
    await requireNoAppeal(connection, id, decision)
    const unheard_reason = await requireHearing(connection, id, decision)
    const { outcome, reason: text } = decision
    const now = new Date()
    const appeal_until = appealUntil(now, await selectCasePolicy(connection))
    const entry = { case_id: id, teacher_id: row.teacher_id, at: now, kind: 'decided' as const, text, outcome, unheard_reason }
    await insertCaseEntry(connection, { ...entry, appeal_until: outcome === 'cleared' ? null : appeal_until })
    await notifyStudent(connection, mailer, row, 'studentDecided')
    return save(connection, row, { state: 'decided', outcome, decided_at: now }, 'case.decided', now)
  })
}

/** Cases about a student who is deleted stay, under the name that the student had. */
export function keepStudentName(connection: Connection, { student_id }: Events['studentDeleted']): Promise<void> {
  return updateStudentGone(connection, student_id)
}
