import type { Database } from '../../../database/database.ts'
import type { Queue } from '../../../outside/queue/queue.ts'
import type { Sealer } from '../../../outside/storage/sealer.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import type { DocumentsDependencies } from '../../documents/change-document.ts'
import type { CountVisit } from '../../visitors/count-visits.ts'
import type { CurrentTexts } from './current-text.ts'

/** What the calls of the student's page need. */
export interface RoomDependencies extends Pick<DocumentsDependencies, 'storageQuota' | 'planLimits' | 'sniff'> {
  database: Database
  storage: Storage
  queue: Queue
  sealer: Sealer
  texts: CurrentTexts
  countVisit: CountVisit
}
