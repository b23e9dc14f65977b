import path from 'node:path'
import type { Database, Update } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { findUpdate, migrate } from './migrate.ts'
import { connectServer } from './server.ts'

export interface DatabaseSettings {
  /** Null for the embedded database. */
  databaseUrl: string | null
  dataDir: string
}

/** Called before a database with data is migrated. When it fails, nothing is migrated. */
type BeforeMigrating = (database: Database, update: Update) => Promise<void>

/** Opens the configured database and migrates its schema. Throws `NewerDataError` when a newer version wrote the data. */
export async function connect(
  { databaseUrl, dataDir }: DatabaseSettings,
  onError: (error: Error) => void,
  beforeMigrating?: BeforeMigrating,
): Promise<Database> {
  const database = databaseUrl === null ? await openEmbedded(path.join(dataDir, 'database')) : await connectServer(databaseUrl, onError)
  try {
    const update = await findUpdate(database)
    if (update !== null) await beforeMigrating?.(database, update)
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
