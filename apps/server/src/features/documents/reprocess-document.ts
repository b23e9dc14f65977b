import { type Document, isId, Problem } from '@penmark/contract'
import type { Caller } from '../../http/caller.ts'
import { readPlan } from '../teachers/plan.ts'
import type { DocumentsDependencies } from './dependencies.ts'
import { enqueue } from './processing/enqueue.ts'
import { noSuchDocument, view } from './read-documents.ts'
import { mayReprocess, priorityOf } from './rules.ts'
import { selectOptionalDocumentForUpdate } from './store.ts'
import { requireAllowance } from './upload/admit.ts'

export async function reprocessDocument(
  { database, queue, planLimits }: DocumentsDependencies,
  id: string,
  caller: Caller,
): Promise<Document> {
  if (!isId(id)) throw noSuchDocument()
  const row = await database.transaction(async (connection) => {
    const found = await selectOptionalDocumentForUpdate(connection, caller.teacher_id, id)
    if (!found) throw noSuchDocument()
    if (found.status === 'COMPLETED') throw new Problem('conflict', 'This document is completed. Its report stays as it is.')
    if (!mayReprocess(found.status)) throw new Problem('conflict', 'This document is being processed already. Wait for its result.')
    if (!found.is_content_kept) throw new Problem('conflict', 'This document could not be processed and is not kept. Upload it again.')
    const plan = await readPlan(connection, caller.teacher_id, planLimits)
    await requireAllowance(connection, plan)
    // The plan may have changed since the upload.
    return enqueue(connection, queue, { ...found, processing_priority: priorityOf(plan.plan) }, 0)
  })
  queue.wake()
  return view(database, row)
}
