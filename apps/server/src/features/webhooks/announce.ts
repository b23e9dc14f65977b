import { randomUUID } from 'node:crypto'
import type { Connection } from '../../database/database.ts'
import { insertDelivery, selectEndpoints } from './store.ts'

interface Finished {
  id: string
  teacher_id: string
  student_id: string | null
  class_group_id: string | null
}

/** Has the teacher's addresses told that a document is finished. Call it in the transaction in which it is. */
export async function announceCompleted(connection: Connection, document: Finished, now: Date): Promise<void> {
  const { id: document_id, teacher_id, student_id, class_group_id } = document
  for (const { id: endpoint_id, state } of await selectEndpoints(connection, teacher_id)) {
    if (state !== 'on') continue
    const about = { endpoint_id, teacher_id, document_id, student_id, class_group_id }
    await insertDelivery(connection, { id: randomUUID(), ...about, event: 'document.completed', created_at: now, next_attempt_at: now })
  }
}
