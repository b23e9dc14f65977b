import { randomUUID } from 'node:crypto'
import type { Connection } from '../../database/database.ts'
import type { Events } from '../../events.ts'
import { sendDeliveries } from './deliver.ts'
import { insertDeliveries, selectListening } from './store.ts'

/** Notifies the teachers' addresses of documents that are finished. Call it in the transaction in which they are. */
export async function deliverCompleted(connection: Connection, { documents, now }: Events['documentsCompleted']): Promise<void> {
  const listening = await selectListening(connection, [...new Set(documents.map(({ teacher_id }) => teacher_id))])
  const deliveries = documents.flatMap(({ id: document_id, teacher_id, student_id, class_group_id }) =>
    listening
      .filter((endpoint) => endpoint.teacher_id === teacher_id)
      .map(({ id: endpoint_id }) => {
        const about = { endpoint_id, teacher_id, document_id, student_id, class_group_id }
        return { id: randomUUID(), ...about, event: 'document.completed' as const, created_at: now, next_attempt_at: now }
      }),
  )
  await insertDeliveries(connection, deliveries)
  for (const teacher_id of new Set(deliveries.map((delivery) => delivery.teacher_id))) await sendDeliveries(connection, teacher_id)
}
