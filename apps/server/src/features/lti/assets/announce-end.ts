import type { Connection } from '../../../database/database.ts'
import { sendJob } from '../../../outside/queue/send-job.ts'
import { selectIdsOfDocuments } from './asset-store.ts'

/** Notifies learning platforms that documents of theirs have ended. Call it in the transaction in which they end. */
export async function announceEnd(connection: Connection, document_ids: string[]): Promise<void> {
  for (const id of await selectIdsOfDocuments(connection, document_ids)) await sendJob(connection, 'lti-assets', id)
}
