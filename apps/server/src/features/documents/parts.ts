import type { FileType } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import type { Storage } from '../../outside/storage/storage.ts'

/** What the actions on documents work with. */
export interface DocumentsParts {
  database: Database
  storage: Storage
  queue: Queue
  /** What a file is by its content; null when it is none of our types. */
  sniff(path: string): Promise<FileType | null>
}
