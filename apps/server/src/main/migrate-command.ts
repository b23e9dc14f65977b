import type { Logger } from 'pino'
import { createQueue } from '../services/queue/pg-boss.ts'
import { withStorage } from '../services/storage/open-storage.ts'
import { agree } from './check-installation.ts'
import type { Config } from './config.ts'
import { withDatabase } from './open-database.ts'
import { adoptOption } from './start-options.ts'

/**
 * `migrate`: migrates the database and ends. Every start does so first; the separate command is for
 * installations with many processes. With `--adopt` it also makes files and database one installation, so
 * that no process has to be started with that option and stopped again.
 */
export async function migrateCommand(config: Config, logger: Logger, options: string[]): Promise<void> {
  const wrong = options.find((option) => option !== adoptOption)
  if (wrong !== undefined)
    throw new Error(`Unknown option "${wrong}". Use "migrate" or "migrate ${adoptOption}".`)
  const adopts = options.includes(adoptOption)
  await withDatabase(
    config,
    logger,
    async (database) => {
      const queue = await createQueue(database, logger)
      await queue.stop()
      if (adopts) await withStorage(config, (storage) => agree(config, { database, storage, logger, adopts }))
    },
    adopts,
  )
}
