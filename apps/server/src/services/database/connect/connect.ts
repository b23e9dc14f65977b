import path from 'node:path'
import type { Database, Update } from '../database.ts'
import { openEmbedded } from '../embedded/embedded.ts'
import type { EndedDatabaseError } from '../embedded/guarded.ts'
import { findUpdate, isNew, migrate } from '../migrate.ts'
import { connectServer } from '../server.ts'

/** Called before the tables change. When one fails, they do not. */
interface Hooks {
  /** There is data to migrate. */
  beforeMigrating?: (database: Database, update: Update) => Promise<void>
  /** There are no tables yet. */
  beforeCreating?: (database: Database) => Promise<void>
}

/**
 * Without its database a process can neither answer nor end in order. What was acknowledged is on the disk.
 */
function endProcess({ message }: EndedDatabaseError): never {
  console.error(
    `${message}\nEverything acknowledged is kept. Check the disk (is it full?), then start again.`,
  )
  process.exit(1)
}

/** `databaseUrl` is null for the embedded database in `dataDir`. */
interface DatabasePlace {
  databaseUrl: string | null
  dataDir: string
}

/**
 * Opens the configured database and migrates its schema. Throws `NewerDataError` when a newer version wrote
 * the data.
 */
export async function connect(
  { databaseUrl, dataDir }: DatabasePlace,
  onError: (error: Error) => void,
  { beforeMigrating, beforeCreating }: Hooks = {},
): Promise<Database> {
  const database =
    databaseUrl === null
      ? await openEmbedded(path.join(dataDir, 'database'), endProcess)
      : await connectServer(databaseUrl, onError)
  try {
    if (await isNew(database)) await beforeCreating?.(database)
    const update = await findUpdate(database)
    if (update !== null) await beforeMigrating?.(database, update)
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
