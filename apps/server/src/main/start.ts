import { createLog, describeError } from '../services/observe/log.ts'
import { readConfig } from './config.ts'
import { readStart } from './start-options.ts'

/**
 * Every command and role loads only what it needs: loading everything takes longer than most commands work.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const [command, ...options] = process.argv.slice(2)
  const logger = createLog(config.logLevel)
  if (command === 'rotate-keys')
    return (await import('./rotate-keys-command.ts')).rotateKeysCommand(config, logger, options)
  if (command === 'migrate')
    return (await import('./migrate-command.ts')).migrateCommand(config, logger, options)
  if (command === 'backup')
    return (await import('./backup-command.ts')).backupCommand(config, logger, options)
  if (command === 'restore' && options.includes('--rehearse'))
    return (await import('./rehearse-command.ts')).rehearseCommand(config, options)
  if (command === 'restore') return (await import('./backup-command.ts')).restoreCommand(config, options)
  // `remove-second-step` is the name of this command before it joined the others.
  if (command === 'admin' || command === 'remove-second-step') {
    const { adminCommand } = await import('./admin-command.ts')
    return adminCommand(config, logger, command === 'admin' ? options : ['remove-two-factor', ...options])
  }
  let start = readStart(process.argv.slice(2), config.databaseUrl === null)
  const { serve } = await import('./serve.ts')
  while ((await serve(config, start)) === 'restart') {
    console.log('Starting again, on the restored data…')
    start = { ...start, adopts: false }
  }
  process.exit(0)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  createLog('error').debug(describeError(error))
  process.exit(1)
})
