import type { Database } from '../../database/database.ts'
import type { Identity } from '../../outside/identity/identity.ts'
import type { Storage } from '../../outside/storage/storage.ts'

/** The sources of an export. */
export interface ExportSources {
  database: Database
  identity: Pick<Identity, 'describeAccount'>
}

export interface ExportsDependencies extends ExportSources {
  storage: Storage
}
