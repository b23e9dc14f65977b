import path from 'node:path'
import type { Logger } from 'pino'
import { applyPlannedRestore, confirmRestore, undoRestore } from './backup/apply-restore.ts'
import { backUpBeforeUpdate } from './backup/before-update.ts'
import type { Config } from './config.ts'
import { connect } from './database/connect.ts'
import { type Database, DatabaseInUseError } from './database/database.ts'
import type { Announce } from './events.ts'
import { openEvents } from './listeners.ts'
import { type Bibliography, createBibliography } from './outside/bibliography/bibliography.ts'
import { createEgress, type Egress } from './outside/egress/egress.ts'
import { createEmbeddedIdentity } from './outside/identity/embedded.ts'
import { createExternalIdentity } from './outside/identity/external.ts'
import type { Identity } from './outside/identity/identity.ts'
import { createMailer, type Mailer } from './outside/mail/mailer.ts'
import { createOutbox } from './outside/mail/outbox.ts'
import { createSmtpTransport } from './outside/mail/smtp.ts'
import { openPayment } from './outside/payment/open-payment.ts'
import type { Payment } from './outside/payment/payment.ts'
import { createQueue } from './outside/queue/pg-boss.ts'
import type { Queue } from './outside/queue/queue.ts'
import { createRecaptcha, type Recaptcha } from './outside/recaptcha/recaptcha.ts'
import { openStorage } from './outside/storage/open-storage.ts'
import { createSealer, type Sealer } from './outside/storage/sealer.ts'
import type { Storage } from './outside/storage/storage.ts'
import { bundledPrograms } from './paths.ts'
import { createPipeline, type Pipeline } from './pipeline/pipeline.ts'
import { createPrinter, type Printer } from './print/printer.ts'

/** What an installation runs on: its database, files, queue and the services around them. */
export interface AppContext {
  database: Database
  storage: Storage
  /** Encrypts what the database holds of students' texts in progress, with the keys of the files. */
  sealer: Sealer
  queue: Queue
  mailer: Mailer
  identity: Identity
  /** Null uses ALTCHA alone. */
  recaptcha: Recaptcha | null
  /** Null where this installation sells nothing. */
  payment: Payment | null
  pipeline: Pipeline
  printer: Printer
  /** Requests to addresses that users entered. */
  egress: Egress
  /** The public catalogues that the operator has turned on. */
  bibliography: Bibliography
  announce: Announce
  /** In the opposite order of opening. The queue must have been stopped before. */
  close(): Promise<void>
}

function openIdentity(
  { oidc, publicUrl, brokers, files, publicSite }: Config,
  database: Database,
  mailer: Mailer,
  logger: Logger,
): Promise<Identity> {
  const onError = (error: unknown) => logger.error({ err: error }, 'The identity provider failed')
  const { supportEmail } = publicSite
  if (oidc.issuer === null)
    return createEmbeddedIdentity({ database, publicUrl, mailer, supportEmail, brokers, sealingKeys: files.keys, onError })
  return createExternalIdentity({ ...oidc, issuer: oidc.issuer, onError })
}

export function openMailer({ mail, dataDir }: Config, database: Database, logger: Logger): Mailer {
  const { smtpUrl, from } = mail
  return createMailer({
    database,
    transport: smtpUrl === null ? createOutbox(path.join(dataDir, 'outbox'), from) : createSmtpTransport({ url: smtpUrl, from }),
    onError: (err, { id, kind, isFinal }) => logger.error({ err, mail_id: id, kind, is_final: isFinal }, 'A mail could not be delivered'),
  })
}

function openRecaptcha({ publicSite: { recaptcha }, publicUrl }: Config, logger: Logger): Recaptcha | null {
  const onError = (error: unknown) => logger.warn({ err: error }, 'reCAPTCHA could not be asked')
  return recaptcha && createRecaptcha({ ...recaptcha, hostname: new URL(publicUrl).hostname, onError })
}

async function connectDatabase(config: Config, logger: Logger): Promise<Database> {
  const onError = (error: Error) => logger.error({ err: error }, 'A database connection broke')
  const connectTo = () => connect(config, onError, (database, update) => backUpBeforeUpdate({ ...config, database, update, logger }))
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) return connectTo()
  await applyPlannedRestore(dataDir, logger)
  try {
    const database = await connectTo()
    await confirmRestore(dataDir)
    return database
  } catch (error) {
    if (error instanceof DatabaseInUseError || !(await undoRestore(dataDir, error, logger))) throw error
    return connectTo()
  }
}

/** Opens the database alone, for a command that needs nothing else. */
export async function withDatabase<T>(config: Config, logger: Logger, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectDatabase(config, logger)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Opens what the settings name. What was opened is closed again when a later part fails. */
export async function open(config: Config, logger: Logger): Promise<AppContext> {
  const opened: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closeOne of opened.reverse()) await closeOne()
  }
  const loading = createPipeline({
    modelFile: config.detectorModel,
    jobsAtOnce: config.workerJobs,
    ...(bundledPrograms && { programs: bundledPrograms }),
  })
  // Awaited below, once the database is open; until then a failure must not count as unhandled.
  loading.catch(() => undefined)
  try {
    const database = await connectDatabase(config, logger)
    opened.push(() => database.close())
    const { storage, close: closeStorage } = await openStorage(config.files, config.dataDir)
    opened.push(closeStorage)
    const sealer = createSealer(config.files)
    const queue = await createQueue(database, logger)
    opened.push(() => queue.stop())
    const mailer = openMailer(config, database, logger)
    opened.push(() => mailer.close())
    const identity = await openIdentity(config, database, mailer, logger)
    opened.push(() => identity.close())
    const { publicUrl } = config
    const onError = (error: unknown) => logger.error({ err: error }, 'The test payments failed')
    const payment = await openPayment(config.payment, { database, publicUrl, onError })
    opened.push(async () => payment?.close())
    const pipeline = await loading
    opened.push(() => pipeline.close())
    const printer = createPrinter(bundledPrograms ? { program: bundledPrograms.printChild } : {})
    opened.push(() => printer.close())
    const recaptcha = openRecaptcha(config, logger)
    const egress = createEgress({ allowPrivate: config.allowPrivateTargets })
    const bibliography = createBibliography({ ...config.referenceCheck, egress, contact: config.publicSite.supportEmail })
    const announce = openEvents({ queue, planLimits: config.planLimits, givesSamples: config.givesSamples })
    return {
      database,
      storage,
      sealer,
      queue,
      mailer,
      identity,
      payment,
      recaptcha,
      pipeline,
      printer,
      egress,
      bibliography,
      announce,
      close,
    }
  } catch (error) {
    await loading.then(
      (pipeline) => pipeline.close(),
      () => undefined,
    )
    await close()
    throw error
  }
}
