import { brand } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { backupCommand, restoreCommand } from './backup/commands.ts'
import { answerRequests, requestTimes } from './backup/requests.ts'
import { type Config, readConfig } from './config.ts'
import { createLog, describeError } from './log.ts'
import { listenForObservers } from './observe/listen.ts'
import { createMetrics } from './observe/metrics.ts'
import { type House, open, withDatabase } from './open.ts'
import { roomOf } from './outside/disk/disk.ts'
import { rotateKeys } from './outside/identity/embedded/keys.ts'
import { webFolder } from './paths.ts'
import { repeat } from './repeat.ts'
import type { ObserverSettings } from './settings/observers.ts'
import { version } from './version.ts'
import { warningsOf } from './warnings.ts'
import { startWorker } from './worker.ts'

type Role = 'all' | 'api' | 'worker'

function readRole(argument: string | undefined, config: Config): Role {
  const role = argument ?? 'all'
  if (role !== 'all' && role !== 'api' && role !== 'worker')
    throw new Error(`Unknown part "${role}". Start "api", "worker", "rotate-keys", "backup", "restore" or nothing for both parts.`)
  if (role !== 'all' && config.databaseUrl === null) {
    throw new Error('The embedded database serves one process. Set DATABASE_URL to start the API and the worker apart.')
  }
  return role
}

async function startApi(config: Config, house: House, logger: Logger): Promise<FastifyInstance> {
  const warnings = await warningsOf(config)
  for (const { code, detail } of warnings) logger.warn({ code }, detail)
  const app = await createApp({ ...house, config, logger, warnings, webFolder, readDisk: () => roomOf(config.dataDir) })
  try {
    await app.listen({ port: config.port, host: config.host })
    return app
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`Port ${config.port} is in use. Stop the other program, or set PORT to another number.`, { cause: error })
    }
    throw error
  }
}

async function startObservers(settings: ObserverSettings, { database, queue }: House, logger: Logger): Promise<() => Promise<void>> {
  const metrics = createMetrics(database)
  const assertReady = async () => {
    await database.query('select 1')
    await queue.assertReady()
  }
  const { close } = await listenForObservers({ metrics, assertReady, logger }, settings)
  return async () => {
    await close()
    metrics.close()
  }
}

/** Stops when asked, once: running documents go back to the queue, open answers are finished. A second request ends at once. */
function stopOnSignal(stop: () => Promise<void>, logger: Logger): void {
  let isStopping = false
  const onSignal = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    console.log('Stopping…')
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

/** `rotate-keys`: a new key signs from tomorrow on. `rotate-keys --at-once`, for a key that leaked: all tokens of today are refused. */
async function rotate(config: Config, logger: Logger, options: string[]): Promise<void> {
  const wrong = options.find((option) => option !== '--at-once')
  if (wrong !== undefined) throw new Error(`Unknown option "${wrong}". Use "rotate-keys" or "rotate-keys --at-once".`)
  if (config.oidc.issuer !== null) throw new Error('The keys belong to the provider that OIDC_ISSUER names. Rotate them there.')
  const from = await withDatabase(config, logger, (database) => rotateKeys(database, new Date(), { atOnce: options.includes('--at-once') }))
  console.log(`The new key signs from ${from.toISOString()} on.`)
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const [command, ...options] = process.argv.slice(2)
  if (command === 'rotate-keys') return rotate(config, createLog(config.logLevel), options)
  if (command === 'backup') return backupCommand(config, createLog(config.logLevel), options)
  if (command === 'restore') return restoreCommand(config, options)
  const role = readRole(command, config)
  const logger = createLog(config.logLevel)
  const house = await open(config, logger)
  const stops: (() => Promise<unknown>)[] = [house.close]
  const stop = async () => {
    for (const stopOne of stops.reverse()) await stopOne()
  }
  try {
    if (role !== 'api')
      stops.push(
        await startWorker({
          ...house,
          logger,
          jobsAtOnce: config.workerJobs,
          publicUrl: config.publicUrl,
          graceDays: config.payment.graceDays,
        }),
      )
    if (config.databaseUrl === null) {
      const parts = { database: house.database, dataDir: config.dataDir, version }
      stops.push(repeat({ name: 'The backup', everyMs: requestTimes.lookEveryMs, task: () => answerRequests(parts) }, logger))
    }
    if (config.observers !== null) stops.push(await startObservers(config.observers, house, logger))
    if (role !== 'worker') {
      const app = await startApi(config, house, logger)
      stops.push(() => app.close())
      console.log(`${brand.name} is ready: ${config.publicUrl}`)
    }
  } catch (error) {
    await stop()
    throw error
  }
  console.log(`Your data lies in ${config.dataDir}${config.databaseUrl === null ? '' : ' and in the database of DATABASE_URL'}`)
  stopOnSignal(stop, logger)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  createLog('error').debug(describeError(error))
  process.exit(1)
})
