import type { Database } from '../../database/database.ts'
import type { Identity } from '../../outside/identity/identity.ts'
import type { Mailer } from '../../outside/mail/mailer.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import type { Storage } from '../../outside/storage/storage.ts'

/** What holds data of a teacher. */
export interface ErasureParts {
  database: Database
  storage: Storage
  queue: Pick<Queue, 'forget'>
  mailer: Pick<Mailer, 'forget'>
  identity: Pick<Identity, 'erase'>
}
