import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { toDatabase } from '../src/services/database/embedded/embedded.ts'
import { migrate } from '../src/services/database/migrate.ts'
import { describeSchema } from '../src/services/database/schema.ts'

/** Writes src/services/database/schema.txt from the migrations. */
const database = toDatabase(await PGlite.create())
await migrate(database)
await writeFile(
  fileURLToPath(new URL('../src/services/database/schema.txt', import.meta.url)),
  await describeSchema(database),
)
await database.close()
