import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FileType } from '@penmark/contract'
import type { Database } from '../../../database/database.ts'
import type { Mailer } from '../../../outside/mail/mailer.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import type { StorageQuota } from '../../storage/storage.ts'
import type { CountVisit } from '../../visitors/count-visits.ts'

export interface StudentPageDependencies {
  database: Database
  storage: Storage
  storageQuota: StorageQuota
  planLimits: boolean
  mailer: Pick<Mailer, 'send'>
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
  countVisit: CountVisit
  /** Resolves when a large form may be read, one after the other for each link. */
  waitForTurn: (link_id: string, request: { headers: IncomingHttpHeaders }, response: ServerResponse) => Promise<void>
  /** The document type by content; null when it is none that the product reads. */
  sniff: (head: Uint8Array, sizeBytes: number) => Promise<FileType | null>
}

export const studentPagePath = '/reply'
