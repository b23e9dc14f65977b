import type { Database } from '../../database/database.ts'
import type { Identity } from '../../outside/identity/identity.ts'
import type { Post } from '../../outside/mail/post.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import type { Storage } from '../../outside/storage/storage.ts'

/** Everything that holds something of a teacher. */
export interface ErasureParts {
  database: Database
  storage: Storage
  queue: Pick<Queue, 'forget'>
  post: Pick<Post, 'forget'>
  identity: Pick<Identity, 'erase'>
}
