import { type Config, readConfig } from './config.ts'
import { createLog, describeError } from './observe/log.ts'
import type { Role } from './serve.ts'

function readRole(argument: string | undefined, config: Config): Role {
  const role = argument ?? 'all'
  if (role !== 'all' && role !== 'api' && role !== 'worker')
    throw new Error(
      `Unknown command "${role}". Use "api", "worker", "migrate", "rotate-keys", "admin", "backup" or "restore", or no command to start both API and worker.`,
    )
  if (role !== 'all' && config.databaseUrl === null) {
    throw new Error('Only one process can use the embedded database. Set DATABASE_URL to run the API and the worker separately.')
  }
  return role
}

/** Every command and role loads only what it needs: loading everything takes longer than most commands work. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const [command, ...options] = process.argv.slice(2)
  const logger = createLog(config.logLevel)
  if (command === 'rotate-keys') return (await import('./commands/rotate-keys.ts')).rotateKeysCommand(config, logger, options)
  if (command === 'migrate') return (await import('./commands/migrate.ts')).migrateCommand(config, logger)
  if (command === 'backup') return (await import('./backup/commands.ts')).backupCommand(config, logger, options)
  if (command === 'restore') return (await import('./backup/commands.ts')).restoreCommand(config, options)
  // `remove-second-step` is the name of this command before it joined the others.
  if (command === 'admin' || command === 'remove-second-step') {
    const { adminCommand } = await import('./commands/admin-command.ts')
    return adminCommand(config, logger, command === 'admin' ? options : ['remove-two-factor', ...options])
  }
  const role = readRole(command, config)
  const { serve } = await import('./serve.ts')
  while ((await serve(config, role)) === 'restart') console.log('Starting again, on the restored data…')
  process.exit(0)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  createLog('error').debug(describeError(error))
  process.exit(1)
})
