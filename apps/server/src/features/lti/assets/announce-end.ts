import type { Connection } from '../../../database/database.ts'
import { sendJob } from '../../../outside/queue/send-job.ts'
import { selectIdsOfDocuments } from './asset-store.ts'

/** Notifies learning platforms that their documents have finished. Call it in the transaction that finishes them. */
export async function announceEnd(connection: Connection, document_ids: string[]): Promise<void> {
  for (const id of await selectIdsOfDocuments(connection, document_ids)) await sendJob(connection, 'lti-assets', id)
}
