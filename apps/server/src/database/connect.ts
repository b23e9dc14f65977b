import path from 'node:path'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { connectServer } from './server.ts'

export interface DatabaseSettings {
  /** Null for the embedded database. */
  databaseUrl: string | null
  dataDir: string
}

/** Opens the configured database and migrates its schema. */
export async function connect({ databaseUrl, dataDir }: DatabaseSettings, onError: (error: Error) => void): Promise<Database> {
  const database = databaseUrl === null ? await openEmbedded(path.join(dataDir, 'database')) : await connectServer(databaseUrl, onError)
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
