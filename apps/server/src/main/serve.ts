import { setTimeout as wait } from 'node:timers/promises'
import { brand } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import {
  type BackupSettings,
  recordRestore,
  rehearsalWarnings,
  rehearseInChild,
  setupNotice,
} from '../features/operations/index.ts'
import { dayMs } from '../lib/durations.ts'
import { hasCode } from '../lib/error-code.ts'
import { runAtInterval } from '../lib/interval.ts'
import { version, webFolder } from '../lib/release.ts'
import { sayIfSlow } from '../lib/slow-step.ts'
import { answerRequests, requestTimes } from '../services/backup/requests.ts'
import { removeAbandonedRestore } from '../services/backup/restore-folder.ts'
import { completeSafetyBackups, removeOldSafetyBackups } from '../services/backup/safety-backups.ts'
import { removeUnfinishedBackups } from '../services/backup/stored-backups.ts'
import { removeLeftovers } from '../services/backup/temporary-copy.ts'
import { allowOutsideCalls, stopOutsideCalls } from '../services/observe/call-outside.ts'
import { createLog } from '../services/observe/log.ts'
import { createMetrics, listenForProbes } from '../services/observe/metrics.ts'
import type { TraceSettings } from '../services/observe/open-telemetry.ts'
import { setTracer } from '../services/observe/tracing.ts'
import { writeCheckEveryMs } from '../services/storage/write-access.ts'
import { diskSpaceOf } from '../services/system/system.ts'
import type { Config } from './config.ts'
import { type AppContext, open } from './open.ts'
import type { ProbeSettings } from './settings/groups.ts'
import { describeModel, warningsOf } from './settings-warnings.ts'
import type { Role, Start } from './start-options.ts'

/** Why a running product ends: it was asked to stop, or to start again in the same process. */
type Ending = 'stop' | 'restart'

let isStopping = false
/** Resolves with the first signal; null before work begins, so that a start that waits can be interrupted. */
let stopSignal: Promise<void> | null = null

/** From now on a signal ends the process in order. */
function listenForSignals(): Promise<void> {
  stopSignal ??= new Promise((resolve) => {
    const onSignal = () => {
      // A second request ends at once.
      if (isStopping) process.exit(1)
      isStopping = true
      console.log('Stopping…')
      resolve()
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
  return stopSignal
}

/**
 * Waits until the process is asked to stop, or `restarting` is aborted. A signal during a restart counts once
 * that is done.
 */
function watchSignals(restarting: AbortSignal): Promise<Ending> {
  const restarts = new Promise<Ending>((resolve) => {
    if (restarting.aborted) resolve('restart')
    restarting.addEventListener('abort', () => resolve('restart'), { once: true })
  })
  return Promise.race([listenForSignals().then((): Ending => 'stop'), restarts])
}

const backupSettingsOf = ({
  dataDir,
  backupDir,
  databaseUrl,
  files,
  rehearsesRestore,
}: Config): BackupSettings => ({
  dataDir,
  backupDir,
  databaseUrl,
  filesInBucket: files.s3 !== null,
  readDisk: diskSpaceOf,
  rehearse: rehearsesRestore
    ? (backup, signal) => rehearseInChild({ dataDir, backupDir, databaseUrl }, backup, signal)
    : null,
})

interface Lifecycle {
  leaving: AbortSignal
  restart(): void
}

async function startApi(
  config: Config,
  context: AppContext,
  logger: Logger,
  { leaving, restart }: Lifecycle,
): Promise<FastifyInstance> {
  const warnings = await warningsOf(config)
  for (const { code, detail } of warnings) logger.warn({ code }, detail)
  const readDisk = () => diskSpaceOf(config.dataDir)
  const backups = backupSettingsOf(config)
  const { createApp } = await import('./app.ts')
  const app = await createApp({
    ...context,
    config,
    logger,
    warnings,
    webFolder,
    leaving,
    readDisk,
    backups,
    restart,
  })
  try {
    // Many callers at once wait to be accepted instead of being cut off.
    await app.listen({ port: config.port, host: config.host, backlog: 4_096 })
    return app
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) {
      throw new Error(
        `Port ${config.port} is already in use. Stop the other program, or set PORT to another number.`,
        { cause: error },
      )
    }
    throw error
  }
}

async function startProbes(
  settings: ProbeSettings,
  { database, queue, writeAccess }: AppContext,
  logger: Logger,
  { isStarted, leaving, backupDir }: { isStarted: () => boolean; leaving: AbortSignal; backupDir: string },
): Promise<() => Promise<void>> {
  const metrics = createMetrics(database)
  const assertReady = async () => {
    if (!isStarted()) throw new Error('This process is still starting.')
    if (leaving.aborted) throw new Error('This process is about to stop.')
    await database.query('select 1')
    await queue.assertReady()
  }
  const readWarnings = async () =>
    [...(await writeAccess.readObstacles()), ...(await rehearsalWarnings(backupDir))].map(({ code }) => code)
  const { close } = await listenForProbes({ metrics, assertReady, readWarnings, logger }, settings)
  return async () => {
    await close()
    metrics.close()
  }
}

/**
 * Traces this process where a collector is set. Otherwise the library is not even loaded, to save start time
 * and memory.
 */
async function startTraces(settings: TraceSettings, role: Role): Promise<() => Promise<void>> {
  const { createTracer } = await import('../services/observe/open-telemetry.ts')
  const tracer = createTracer(settings, { name: role === 'all' ? 'penmark' : `penmark-${role}`, version })
  setTracer(tracer)
  return () => tracer.close()
}

/**
 * Accepts no more calls and finishes the running ones; disconnects those not done by then, such as a stalled
 * upload.
 */
async function closeWithin(app: FastifyInstance, withinMs: number): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), withinMs)
  await app.close()
  clearTimeout(timeout)
}

/** How long running work may take before a restore replaces what it works on. */
const restartSeconds = 5

/**
 * What was asked to end by then and does not is cut off: whatever hangs, the process ends before it is killed
 * in the middle of its data.
 */
const cutOffMs = 5_000

/**
 * Ends the calls outside once running work had its time, and after a while the process, whose work another
 * one then takes over.
 */
function limitEnding(withinMs: number): () => void {
  // Jobs are aborted first, and so know why their calls fail.
  const stopping = setTimeout(stopOutsideCalls, withinMs + 250)
  const cuttingOff = setTimeout(() => {
    console.error('Something did not end in time. It is repeated at the next start.')
    process.exit(1)
  }, withinMs + cutOffMs)
  return () => {
    clearTimeout(stopping)
    clearTimeout(cuttingOff)
  }
}

/** Runs the product until it is asked to stop, or to start again. */
export async function serve(config: Config, { role, adopts }: Start): Promise<Ending> {
  allowOutsideCalls()
  const logger = createLog(config.logLevel)
  const closeTraces = config.traces && (await startTraces(config.traces, role))
  const context = await open(config, logger, adopts)
  const leaving = new AbortController()
  const restarting = new AbortController()
  /**
   * How long open responses and running documents may take to finish; afterwards connections are cut and
   * documents return to the queue.
   */
  let finishedBy = 0
  let isStarted = false
  const remainingMs = () => Math.max(0, finishedBy - performance.now())
  const stops: (() => Promise<unknown>)[] = [async () => closeTraces?.(), context.close]
  const stop = async () => {
    leaving.abort()
    for (const stopNext of stops.reverse()) await stopNext()
  }
  try {
    if (config.probes !== null)
      stops.push(
        await startProbes(config.probes, context, logger, {
          isStarted: () => isStarted,
          leaving: leaving.signal,
          backupDir: config.backupDir,
        }),
      )
    // With the embedded database no other process can still be making one.
    await removeUnfinishedBackups(config, new Date(Date.now() - (config.databaseUrl === null ? 0 : dayMs)))
    // Of a process that was killed while it rehearsed a restore.
    await removeLeftovers(config).catch((error: unknown) =>
      logger.warn({ err: error }, 'The leftovers of a rehearsed restore remain'),
    )
    stops.push(
      runAtInterval(
        {
          name: 'Checking whether files may be written',
          everyMs: writeCheckEveryMs,
          task: () => context.writeAccess.check(),
        },
        logger,
      ),
    )
    void listenForSignals()
    if (role !== 'api') {
      const {
        workerJobs: jobsAtOnce,
        publicUrl,
        payment,
        storageQuota,
        adminEmails,
        roleRules,
        teachersCsv,
      } = config
      const terms = { storageQuota, graceDays: payment.graceDays, adminEmails, roleRules, teachersCsv }
      const { startWorker } = await import('./worker.ts')
      const stopWorker = await startWorker({
        ...context,
        logger,
        jobsAtOnce,
        publicUrl,
        backups: backupSettingsOf(config),
        ...terms,
      })
      stops.push(() => stopWorker(remainingMs()))
    }
    if (config.databaseUrl === null) {
      const parts = {
        database: context.database,
        dataDir: config.dataDir,
        version,
        madeBy: 'command',
      } as const
      stops.push(
        runAtInterval(
          { name: 'The backup', everyMs: requestTimes.pollEveryMs, task: () => answerRequests(parts) },
          logger,
        ),
      )
    }
    const removeOld = async () => {
      await removeOldSafetyBackups(config.dataDir, new Date())
      await removeAbandonedRestore(config.dataDir, new Date())
    }
    stops.push(
      runAtInterval({ name: 'Removing old safety backups', everyMs: dayMs, task: removeOld }, logger),
    )
    if (role === 'all') {
      await recordRestore({ database: context.database, backups: backupSettingsOf(config) })
      const complete = () =>
        completeSafetyBackups({ dataDir: config.dataDir, version, logger, leaving: leaving.signal })
      stops.push(runAtInterval({ name: 'Completing safety backups', everyMs: dayMs, task: complete }, logger))
    }
    if (role !== 'worker') {
      const lifecycle = { leaving: leaving.signal, restart: () => restarting.abort() }
      const app = await sayIfSlow('Starting the web server', () =>
        startApi(config, context, logger, lifecycle),
      )
      stops.push(() => closeWithin(app, remainingMs()))
      console.log(`${brand.name} is ready: ${config.publicUrl}`)
      const welcome = await setupNotice({ ...context, ...config }, config.publicUrl)
      if (welcome !== null) console.log(welcome)
    }
  } catch (error) {
    await stop()
    throw error
  }
  isStarted = true
  console.log(`Detector: ${await describeModel(config.detectorModel)}`)
  console.log(
    `Your data is in ${config.dataDir}${config.databaseUrl === null ? '' : ' and in the database at DATABASE_URL'}`,
  )
  const ending = await watchSignals(restarting.signal)
  leaving.abort()
  if (ending === 'stop') await wait(config.stopping.leaveSeconds * 1_000)
  const finishMs = (ending === 'stop' ? config.stopping.finishSeconds : restartSeconds) * 1_000
  finishedBy = performance.now() + finishMs
  const hasEnded = limitEnding(finishMs)
  await stop()
  hasEnded()
  return ending
}
