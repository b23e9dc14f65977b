import { type Appeal, type AppealEndInput, Problem } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import { recordAction } from '../../audit/audit.ts'
import { readEmail } from '../../teachers/account.ts'
import { deliverCaseEvent } from '../../webhooks/deliver.ts'
import { holdCase } from '../read-cases.ts'
import { insertCaseEntry, updateCase } from '../store.ts'
import { endedEmail, notifyStudent } from './emails.ts'
import { readAppeal, readAppealedOutcome, requireAppeal } from './read-appeals.ts'
import type { AppealDependencies } from './reviewers.ts'
import { updateAppeal } from './store.ts'

/** Ends an appeal: lets the decision stand, or replaces it. The first decision stays in the timeline either way. */
export async function endAppeal(
  dependencies: AppealDependencies,
  id: string,
  { outcome, reason }: AppealEndInput,
  caller: Owner,
): Promise<Appeal> {
  const { database, mailer, publicUrl } = dependencies
  await database.transaction(async (connection) => {
    const { case_id, teacher_id } = await requireAppeal(connection, id, caller)
    const record = await holdCase(connection, case_id, { teacher_id })
    // Read again: it may have ended, or gone to somebody else, while this waited for the case.
    const row = await requireAppeal(connection, id, caller)
    if (row.ended_at !== null) throw new Problem('conflict', 'This appeal has ended. Its outcome is part of the record.')
    if (outcome !== null && outcome === (await readAppealedOutcome(connection, row))) {
      const msg = 'This is the decision that the student appealed against. Let it stand, or choose another.'
      throw new Problem('invalid_input', `outcome: ${msg}`, { fields: [{ loc: ['outcome'], msg }] })
    }
    const now = new Date()
    const kind = outcome === null ? 'appeal-upheld' : 'appeal-changed'
    await insertCaseEntry(connection, { case_id, teacher_id, at: now, kind, text: reason, outcome })
    await updateAppeal(connection, id, { ended_at: now, read_at: row.read_at ?? now, outcome })
    await updateCase(connection, case_id, { updated_at: now, ...(outcome === null ? {} : { outcome, decided_at: now }) })
    const { student_id, class_group_id } = record
    await deliverCaseEvent(connection, { event: 'case.appeal-ended', case_id, teacher_id, student_id, class_group_id, now })
    await recordAction(connection, caller, {
      action: 'appeal.end',
      target_id: case_id,
      teacher_id,
      details: { is_upheld: outcome === null },
    })
    const email = await readEmail(connection, teacher_id)
    if (email !== null) await mailer.send(connection, endedEmail(case_id, { email, language: row.language }, publicUrl))
    await notifyStudent(connection, mailer, record, 'studentAppealEnded')
  })
  return readAppeal(database, id, caller)
}
