import type { Logger } from 'pino'
import { endGrants, savePlanLimits } from '../features/accounts/index.ts'
import { createReader, createScorer, type Reader, type Scorer } from '../features/documents/index.ts'
import { isOneInstallation } from '../features/operations/index.ts'
import { endSchoolComparison } from '../features/similarity/index.ts'
import { bundledPrograms } from '../lib/release.ts'
import { sayIfSlow } from '../lib/slow-step.ts'
import { createPrinter, type Printer } from '../pdf/printer.ts'
import { type Bibliography, createBibliography } from '../services/catalogues/bibliography.ts'
import type { Database } from '../services/database/database.ts'
import { createEgress, type Egress } from '../services/egress/egress.ts'
import type { Emit } from '../services/events/events.ts'
import type { Identity } from '../services/identity/identity.ts'
import { type Mailer, openMailer } from '../services/mail/mailer.ts'
import { createFakeStripe } from '../services/payment/fake-stripe/fake-stripe.ts'
import type { Payment } from '../services/payment/payment.ts'
import { createStripe } from '../services/payment/stripe.ts'
import { createQueue } from '../services/queue/pg-boss.ts'
import type { Queue } from '../services/queue/queue.ts'
import { createRecaptcha, type Recaptcha } from '../services/recaptcha/recaptcha.ts'
import { createEncryption, type Encryption } from '../services/storage/encryption.ts'
import { createGuardedStorage } from '../services/storage/guarded.ts'
import { openStorage } from '../services/storage/open-storage.ts'
import type { Storage } from '../services/storage/storage.ts'
import { createWriteAccess, type WriteAccess } from '../services/storage/write-access.ts'
import { diskSpaceOf } from '../services/system/system.ts'
import { agree } from './check-installation.ts'
import type { Config } from './config.ts'
import { registerListeners } from './listeners.ts'
import { openDatabase } from './open-database.ts'

/** What an installation runs on: its database, files, queue and the services around them. */
export interface AppContext {
  database: Database
  storage: Storage
  /** Encrypts what the database holds of students' texts in progress, with the keys of the files. */
  encryption: Encryption
  queue: Queue
  mailer: Mailer
  identity: Identity
  /** Null uses ALTCHA alone. */
  recaptcha: Recaptcha | null
  /** Null if this installation sells nothing. */
  payment: Payment | null
  /** Reads files. */
  reader: Reader
  /** Scores texts. */
  scorer: Scorer
  printer: Printer
  /** Requests to addresses that users entered. */
  egress: Egress
  /** The public catalogues that the operator has turned on. */
  bibliography: Bibliography
  emit: Emit
  writeAccess: WriteAccess
  /** In the opposite order of opening. The queue must have been stopped before. */
  close(): Promise<void>
}

async function openIdentity(
  { oidc, publicUrl, brokers, files, publicSite }: Config,
  database: Database,
  mailer: Mailer,
  logger: Logger,
): Promise<Identity> {
  const onError = (error: unknown) => logger.error({ err: error }, 'The identity provider failed')
  const { supportEmail } = publicSite
  if (oidc.issuer === null) {
    const { createEmbeddedIdentity } = await import('../services/identity/embedded/embedded.ts')
    return createEmbeddedIdentity({
      database,
      publicUrl,
      mailer,
      supportEmail,
      brokers,
      sealingKeys: files.keys,
      endGrants,
      onError,
    })
  }
  const { createExternalIdentity } = await import('../services/identity/external.ts')
  return createExternalIdentity({ ...oidc, issuer: oidc.issuer, endGrants, onError })
}

/** The configured provider; null if nothing is sold. */
export async function openPayment(
  { stripe, fakeStripe }: Pick<Config['payment'], 'stripe' | 'fakeStripe'>,
  context: { database: Database; publicUrl: string; onError: (error: unknown) => void },
): Promise<Payment | null> {
  if (fakeStripe) return createFakeStripe({ ...context, stripeKey: stripe?.secretKey ?? null })
  return stripe === null ? null : createStripe(stripe)
}

function openRecaptcha({ publicSite: { recaptcha }, publicUrl }: Config, logger: Logger): Recaptcha | null {
  const onError = (error: unknown) => logger.warn({ err: error }, 'reCAPTCHA could not be asked')
  return recaptcha && createRecaptcha({ ...recaptcha, hostname: new URL(publicUrl).hostname, onError })
}

/** Opens everything that the settings ask for. If a part fails, those opened before it are closed again. */
export async function open(config: Config, logger: Logger, adopts = false): Promise<AppContext> {
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closeNext of closers.reverse()) await closeNext()
  }
  const loading = createScorer(config.detectorModel, { bundled: bundledPrograms?.detectorThread })
  // Awaited below, once the database is open; until then a failure must not count as unhandled.
  loading.catch(() => undefined)
  try {
    const database = await sayIfSlow('Opening the database', () => openDatabase(config, logger, adopts))
    closers.push(() => database.close())
    const { storage: files, close: closeStorage } = await openStorage(config.files, config.dataDir)
    closers.push(closeStorage)
    await agree(config, { database, storage: files, logger, adopts })
    const writeAccess = createWriteAccess({
      logger,
      isOneInstallation: () => isOneInstallation(database, files),
      readDisk: () => diskSpaceOf(config.dataDir),
      leastFreeBytes: config.leastFreeDiskBytes,
    })
    closers.push(async () => writeAccess.close())
    const storage = createGuardedStorage(files, writeAccess)
    await savePlanLimits(database, config.planLimits)
    const encryption = createEncryption(config.files)
    const queue = await createQueue(database, logger)
    closers.push(() => queue.stop())
    const mailer = openMailer(config, database, logger)
    closers.push(() => mailer.close())
    const identity = await sayIfSlow('Opening the sign-in service', () =>
      openIdentity(config, database, mailer, logger),
    )
    closers.push(() => identity.close())
    const { publicUrl } = config
    const onError = (error: unknown) => logger.error({ err: error }, 'The test payments failed')
    const payment = await openPayment(config.payment, { database, publicUrl, onError })
    closers.push(async () => payment?.close())
    if (payment?.provider === 'stripe') await endSchoolComparison(database)
    const scorer = await sayIfSlow('Loading the detector', () => loading)
    closers.push(() => scorer.close())
    const reader = createReader({ jobsAtOnce: config.workerJobs, programs: bundledPrograms })
    closers.push(() => reader.close())
    const printer = createPrinter(bundledPrograms ? { program: bundledPrograms.printChild } : {})
    closers.push(() => printer.close())
    const recaptcha = openRecaptcha(config, logger)
    const egress = createEgress({ allowPrivate: config.allowPrivateTargets })
    const bibliography = createBibliography({
      ...config.referenceCheck,
      egress,
      contact: config.publicSite.supportEmail,
    })
    const emit = registerListeners({ queue, givesSamples: config.givesSamples })
    return {
      database,
      storage,
      encryption,
      queue,
      mailer,
      identity,
      payment,
      recaptcha,
      reader,
      scorer,
      printer,
      egress,
      bibliography,
      emit,
      writeAccess,
      close,
    }
  } catch (error) {
    await loading.then(
      (scorer) => scorer.close(),
      () => undefined,
    )
    await close()
    throw error
  }
}
