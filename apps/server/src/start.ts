import { setTimeout as wait } from 'node:timers/promises'
import { brand } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { removeOldSafetyBackups } from './backup/before-update.ts'
import { backupCommand, restoreCommand } from './backup/commands.ts'
import { removeUnfinishedBackups } from './backup/kept-backups.ts'
import { answerRequests, requestTimes } from './backup/requests.ts'
import { removeAbandonedRestore } from './backup/restore-folder.ts'
import { completeSafetyBackups } from './backup/safety-backups.ts'
import { adminCommand } from './commands/admin-command.ts'
import { type Config, readConfig } from './config.ts'
import { type Ending, watchSignals } from './ending.ts'
import { recordRestore } from './features/backups/restores/restores.ts'
import { welcomeOperator } from './features/installation/setup.ts'
import { runAtInterval } from './interval.ts'
import { createLog, describeError } from './observe/log.ts'
import { createMetrics, listenForObservers } from './observe/metrics.ts'
import { traceWith } from './observe/steps.ts'
import { type AppContext, open, withDatabase } from './open.ts'
import { diskSpaceOf } from './outside/disk/disk.ts'
import { rotateKeys } from './outside/identity/embedded/provider/keys.ts'
import { createQueue } from './outside/queue/pg-boss.ts'
import { webFolder } from './paths.ts'
import type { ObserverSettings, TraceSettings } from './settings/groups.ts'
import { warningsOf } from './settings/warnings.ts'
import { version } from './version.ts'
import { startWorker } from './worker.ts'

const dayMs = 24 * 60 * 60_000

type Role = 'all' | 'api' | 'worker'

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

const backupSettingsOf = ({ dataDir, backupDir, databaseUrl, files }: Config) => ({
  dataDir,
  backupDir,
  databaseUrl,
  filesInBucket: files.s3 !== null,
  readDisk: diskSpaceOf,
})

interface Leaving {
  leaving: AbortSignal
  restart(): void
}

async function startApi(config: Config, context: AppContext, logger: Logger, { leaving, restart }: Leaving): Promise<FastifyInstance> {
  const warnings = await warningsOf(config)
  for (const { code, detail } of warnings) logger.warn({ code }, detail)
  const readDisk = () => diskSpaceOf(config.dataDir)
  const backups = backupSettingsOf(config)
  const app = await createApp({ ...context, config, logger, warnings, webFolder, leaving, readDisk, backups, restart })
  try {
    await app.listen({ port: config.port, host: config.host })
    return app
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`Port ${config.port} is already in use. Stop the other program, or set PORT to another number.`, { cause: error })
    }
    throw error
  }
}

async function startObservers(
  settings: ObserverSettings,
  { database, queue }: AppContext,
  logger: Logger,
  { isStarted, leaving }: { isStarted: () => boolean; leaving: AbortSignal },
): Promise<() => Promise<void>> {
  const metrics = createMetrics(database)
  const assertReady = async () => {
    if (!isStarted()) throw new Error('This process is still starting.')
    if (leaving.aborted) throw new Error('This process is about to stop.')
    await database.query('select 1')
    await queue.assertReady()
  }
  const { close } = await listenForObservers({ metrics, assertReady, logger }, settings)
  return async () => {
    await close()
    metrics.close()
  }
}

/** Traces this process where a collector is set. Otherwise the library is not even loaded, to save start time and memory. */
async function startTraces(settings: TraceSettings, role: Role): Promise<() => Promise<void>> {
  const { createTracer } = await import('./observe/open-telemetry.ts')
  const tracer = createTracer(settings, { name: role === 'all' ? 'penmark' : `penmark-${role}`, version })
  traceWith(tracer)
  return () => tracer.close()
}

/** Accepts no more calls and finishes the running ones; disconnects those not done by then, such as a stalled upload. */
async function closeWithin(app: FastifyInstance, withinMs: number): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), withinMs)
  await app.close()
  clearTimeout(timeout)
}

/** `rotate-keys`: a new key signs from tomorrow. `rotate-keys --at-once`, for a leaked key: all present tokens are refused. */
async function rotate(config: Config, logger: Logger, options: string[]): Promise<void> {
  const wrong = options.find((option) => option !== '--at-once')
  if (wrong !== undefined) throw new Error(`Unknown option "${wrong}". Use "rotate-keys" or "rotate-keys --at-once".`)
  if (config.oidc.issuer !== null) throw new Error('Your identity provider (OIDC_ISSUER) holds the signing keys. Rotate them there.')
  const from = await withDatabase(config, logger, (database) => rotateKeys(database, new Date(), { atOnce: options.includes('--at-once') }))
  console.log(`The new key will be used from ${from.toISOString()}.`)
}

/** `migrate`: migrates the database and ends. Every start does so first; the separate command is for installations with many processes. */
async function migrate(config: Config, logger: Logger): Promise<void> {
  await withDatabase(config, logger, async (database) => {
    const queue = await createQueue(database, logger)
    await queue.stop()
  })
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const [command, ...options] = process.argv.slice(2)
  if (command === 'rotate-keys') return rotate(config, createLog(config.logLevel), options)
  if (command === 'admin') return adminCommand(config, createLog(config.logLevel), options)
  // The name of this command before it joined the others.
  if (command === 'remove-second-step') return adminCommand(config, createLog(config.logLevel), ['remove-two-factor', ...options])
  if (command === 'migrate') return migrate(config, createLog(config.logLevel))
  if (command === 'backup') return backupCommand(config, createLog(config.logLevel), options)
  if (command === 'restore') return restoreCommand(config, options)
  const role = readRole(command, config)
  while ((await serve(config, role)) === 'restart') console.log('Starting again, on the restored data…')
  process.exit(0)
}

/** How long running work may take before a restore replaces what it works on. */
const restartSeconds = 5

/** Runs the product until it is asked to stop, or to start again. */
async function serve(config: Config, role: Role): Promise<Ending> {
  const logger = createLog(config.logLevel)
  const closeTraces = config.traces && (await startTraces(config.traces, role))
  const context = await open(config, logger)
  const leaving = new AbortController()
  const restarting = new AbortController()
  /** How long open responses and running documents may take to finish; afterwards connections are cut and documents return to the queue. */
  let finishedBy = 0
  let isStarted = false
  const remainingMs = () => Math.max(0, finishedBy - performance.now())
  const stops: (() => Promise<unknown>)[] = [async () => closeTraces?.(), context.close]
  const stop = async () => {
    leaving.abort()
    for (const stopOne of stops.reverse()) await stopOne()
  }
  try {
    if (config.observers !== null)
      stops.push(await startObservers(config.observers, context, logger, { isStarted: () => isStarted, leaving: leaving.signal }))
    // The embedded database has one process, so nobody else is at work on them.
    await removeUnfinishedBackups(config, new Date(Date.now() - (config.databaseUrl === null ? 0 : dayMs)))
    if (role !== 'api') {
      const { workerJobs: jobsAtOnce, publicUrl, payment, storageQuota, planLimits, adminEmails, roleRules, teachersCsv } = config
      const terms = { storageQuota, planLimits, graceDays: payment.graceDays, adminEmails, roleRules, teachersCsv }
      const stopWorker = await startWorker({ ...context, logger, jobsAtOnce, publicUrl, backups: backupSettingsOf(config), ...terms })
      stops.push(() => stopWorker(remainingMs()))
    }
    if (config.databaseUrl === null) {
      const parts = { database: context.database, dataDir: config.dataDir, version, madeBy: 'command' } as const
      stops.push(runAtInterval({ name: 'The backup', everyMs: requestTimes.lookEveryMs, task: () => answerRequests(parts) }, logger))
    }
    const removeOld = async () => {
      await removeOldSafetyBackups(config.dataDir, new Date())
      await removeAbandonedRestore(config.dataDir, new Date())
    }
    stops.push(runAtInterval({ name: 'Removing old safety backups', everyMs: dayMs, task: removeOld }, logger))
    if (role === 'all') {
      await recordRestore({ database: context.database, backups: backupSettingsOf(config) })
      const complete = () => completeSafetyBackups({ dataDir: config.dataDir, version, logger, leaving: leaving.signal })
      stops.push(runAtInterval({ name: 'Completing safety backups', everyMs: dayMs, task: complete }, logger))
    }
    if (role !== 'worker') {
      const app = await startApi(config, context, logger, { leaving: leaving.signal, restart: () => restarting.abort() })
      stops.push(() => closeWithin(app, remainingMs()))
      console.log(`${brand.name} is ready: ${config.publicUrl}`)
      const welcome = await welcomeOperator({ ...context, ...config }, config.publicUrl)
      if (welcome !== null) console.log(welcome)
    }
  } catch (error) {
    await stop()
    throw error
  }
  isStarted = true
  console.log(`Your data is in ${config.dataDir}${config.databaseUrl === null ? '' : ' and in the database at DATABASE_URL'}`)
  const ending = await watchSignals(restarting.signal)
  leaving.abort()
  if (ending === 'stop') await wait(config.stopping.leaveSeconds * 1_000)
  finishedBy = performance.now() + (ending === 'stop' ? config.stopping.finishSeconds : restartSeconds) * 1_000
  await stop()
  return ending
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  createLog('error').debug(describeError(error))
  process.exit(1)
})
