import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { withDatabase } from '../open-database.ts'
import { createQueue } from '../outside/queue/pg-boss.ts'

/** `migrate`: migrates the database and ends. Every start does so first; the separate command is for installations with many processes. */
export async function migrateCommand(config: Config, logger: Logger): Promise<void> {
  await withDatabase(config, logger, async (database) => {
    const queue = await createQueue(database, logger)
    await queue.stop()
  })
}
