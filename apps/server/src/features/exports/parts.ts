import type { Database } from '../../database/database.ts'
import type { Identity } from '../../outside/identity/identity.ts'
import type { Storage } from '../../outside/storage/storage.ts'

/** What an export is read from. */
export interface ExportSources {
  database: Database
  identity: Pick<Identity, 'describeAccount'>
}

export interface ExportsParts extends ExportSources {
  storage: Storage
}
