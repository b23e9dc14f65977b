import type { FileType } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import type { Storage } from '../../outside/storage/storage.ts'
import type { StorageQuota } from '../storage/storage.ts'

/** What the actions on documents need. */
export interface DocumentsDependencies {
  database: Database
  storage: Storage
  queue: Queue
  storageQuota: StorageQuota
  /** Whether plans differ; if false, every account has what the Schools plan includes. */
  planLimits: boolean
  /** The file type by its first bytes; null when it is none of ours. */
  sniff(head: Uint8Array, sizeBytes: number): Promise<FileType | null>
}

/** Whom a document is assigned to. Null and '' mean nobody; the caller decides what an absent field means. */
export interface Owners {
  student_id?: string | null | undefined
  class_group_id?: string | null | undefined
}

/** What an upload says about its documents. */
export interface UploadFields extends Owners {
  written_in_class?: boolean | undefined
}

/** What else happens in the transaction that stores a document. */
export interface WhenStored {
  onStored?: (connection: Connection, stored: { id: string }) => Promise<void>
}
