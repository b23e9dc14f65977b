import { type Document, Problem, uploadLimits } from '@penmark/contract'
import type { Connection } from '../../../database/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { asStep } from '../../../observe/steps.ts'
import { storable } from '../../../pipeline/read-text.ts'
import { requireStorage } from '../../storage/actions.ts'
import { readPlan } from '../../teachers/plan.ts'
import { holdOwners } from '../assign-document.ts'
import type { DocumentsDependencies, UploadFields, WhenStored } from '../dependencies.ts'
import { recordMark } from '../mark-written-in-class.ts'
import { view } from '../read-documents.ts'
import { requireAllowance } from './admit.ts'
import { storeText } from './store-text.ts'

interface PastedText extends UploadFields {
  text: string
  /** As lists show it; defaults to the time. */
  filename?: string
}

/** `Pasted text, 21 Nov 2026, 14:05`, as lists show it. */
function titleAt(now: Date): string {
  return `Pasted text, ${now.toISOString().slice(0, 16).replace('T', ' ')}.txt`
}

export async function submitText(
  { database, queue, storageQuota, planLimits }: DocumentsDependencies,
  pasted: PastedText,
  caller: Caller,
  { onStored }: WhenStored = {},
): Promise<Document> {
  const text = storable(pasted.text)
  if (text.trim() === '') {
    throw new Problem('invalid_input', 'Please enter some text.', { fields: [{ loc: ['text'], msg: 'Please enter some text.' }] })
  }
  if (text.length > uploadLimits.textCharacters) {
    throw new Problem('too_large', 'The text is longer than 1,000,000 characters. Nothing was stored. Split it and submit the parts.')
  }
  const plan = await readPlan(database, caller.teacher_id, planLimits)
  await requireAllowance(database, plan)
  const now = new Date()
  const upload = async (connection: Connection) =>
    storeText(
      connection,
      {
        teacher_id: caller.teacher_id,
        ...(await holdOwners(connection, pasted, caller)),
        original_filename: pasted.filename ?? titleAt(now),
        text,
        written_in_class: pasted.written_in_class ?? false,
        plan: plan.plan,
        now,
      },
      {
        queue,
        beforeQueued: async (stored) => {
          await requireStorage(connection, storageQuota, plan, 0)
          if (stored.written_in_class) await recordMark(connection, caller, stored.id, true, 1)
          await onStored?.(connection, stored)
        },
      },
    )
  const row = await asStep({ name: 'upload', facts: { 'penmark.documents': 1 } }, () => database.transaction(upload))
  queue.wake()
  return view(database, row)
}
