import { type InstallationWarning, routes } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { assertTwoFactor, bindTeachers, needsTwoFactor, resolveCaller } from '../features/accounts/index.ts'
import {
  bindBaseline,
  bindEarlierWriting,
  bindWriting,
  bindWritingRecords,
  bindWritingRoom,
  readRecordFile,
} from '../features/authorship/index.ts'
import { addStudentPage, bindCases, createReadLinkSeal, isInCase } from '../features/cases/index.ts'
import { bindBin, bindClassGroups, bindStudents } from '../features/classes/index.ts'
import {
  bindClassExports,
  bindDocuments,
  bindExamples,
  bindOverview,
  bindReferences,
  bindSamples,
  hasSamples,
  type Scorer,
} from '../features/documents/index.ts'
import {
  addLtiEndpoints,
  authenticateApiKey,
  bindApiKeys,
  bindLti,
  bindWebhooks,
  isApiKey,
} from '../features/integrations/index.ts'
import {
  type BackupSettings,
  backupWarnings,
  bindAdministration,
  bindAnalytics,
  bindBackups,
  bindErasure,
  bindExports,
  bindInstallation,
  bindMails,
  bindOperations,
  bindRestores,
  bindRetention,
  bindTeacherImports,
  importWarnings,
  isErasedSince,
  type ReadDisk,
  rehearsalWarnings,
  sweepWarnings,
} from '../features/operations/index.ts'
import { bindSubscriptions, readPortalUrl } from '../features/plans/index.ts'
import {
  bindDemo,
  bindHumanCheck,
  bindSettings,
  bindSupport,
  createHumanCheckDependencies,
} from '../features/public/index.ts'
import {
  bindOverlap,
  bindSchoolComparison,
  bindSources,
  isSchoolCompared,
} from '../features/similarity/index.ts'
import { createBinder } from '../http/bind.ts'
import { createCallLimiter, type WaitForTurn } from '../http/call-limiter.ts'
import { createAuthenticate } from '../http/caller.ts'
import { createRateLimiter } from '../http/rate-limits.ts'
import { createServer } from '../http/server.ts'
import { serveWeb } from '../http/web/web.ts'
import { version } from '../lib/release.ts'
import type { Printer } from '../pdf/printer.ts'
import type { Bibliography } from '../services/catalogues/bibliography.ts'
import type { Database } from '../services/database/database.ts'
import type { Egress } from '../services/egress/egress.ts'
import type { Emit } from '../services/events/events.ts'
import type { Identity } from '../services/identity/identity.ts'
import type { Mailer } from '../services/mail/mailer.ts'
import type { Payment } from '../services/payment/payment.ts'
import type { Queue } from '../services/queue/queue.ts'
import type { Recaptcha } from '../services/recaptcha/recaptcha.ts'
import type { Encryption } from '../services/storage/encryption.ts'
import type { Storage } from '../services/storage/storage.ts'
import type { WriteAccess } from '../services/storage/write-access.ts'
import { registerCardReaders } from './card-readers.ts'
import { registerCaseEvidence } from './case-evidence.ts'
import type { Config } from './config.ts'
import { registerSections } from './report-sections.ts'

/** Everything the API needs, opened and closed by the caller. */
export interface AppDependencies {
  config: Pick<
    Config,
    | 'adminEmails'
    | 'roleRules'
    | 'needsSetupCode'
    | 'trustProxy'
    | 'publicUrl'
    | 'signIn'
    | 'upgradeUrl'
    | 'twoFactorOf'
    | 'storageQuota'
    | 'teachersCsv'
  > & {
    publicSite: Omit<Config['publicSite'], 'recaptcha'>
  } & {
    payment: Pick<Config['payment'], 'graceDays'>
    mail: Pick<Config['mail'], 'from'>
    files: Pick<Config['files'], 'keys'>
  }
  logger: Logger
  database: Database
  identity: Identity
  storage: Storage
  encryption: Encryption
  queue: Queue
  mailer: Mailer
  /** Null where this installation sells nothing. */
  payment: Payment | null
  /** Null uses ALTCHA alone. */
  recaptcha: Recaptcha | null
  scorer: Scorer
  printer: Printer
  egress: Egress
  bibliography: Pick<Bibliography, 'services'>
  emit: Emit
  /** What the operator should know about the settings. */
  warnings?: InstallationWarning[]
  backups: BackupSettings
  /** Stops everything and starts again in this process, on the data of a planned restore. */
  restart(): void
  /** Free space of the disk with the data; unknown by default. */
  readDisk?: ReadDisk
  /** Makes the calls of one owner wait while others are served; by default as `createCallLimiter` does. */
  waitForTurn?: WaitForTurn
  writeAccess: WriteAccess
  /** Folder of the built web. */
  webFolder: string
  /** Aborted when this process is about to stop: it reports itself as not ready, and still serves. */
  leaving?: AbortSignal
}

/** The API with the web and the identity pages, ready to listen. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, logger, database, identity, storage, queue, payment, emit } = dependencies
  const { name, version: modelVersion, minimumWords } = dependencies.scorer.detector
  const app = await createServer({
    logger,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    version,
    routes,
    waitingForDatabase: database.waiting,
    assertReady: async () => {
      if (dependencies.leaving?.aborted) throw new Error('This process is about to stop.')
      await database.query('select 1')
      await queue.assertReady()
    },
    readWarnings: async () =>
      (await rehearsalWarnings(dependencies.backups.backupDir)).map(({ code }) => code),
    writeAccess: dependencies.writeAccess,
  })
  // Before the calls, since it adds to those that open its pages.
  await payment?.register(app)
  const { adminEmails, roleRules, needsSetupCode } = config
  const { endAccess } = identity
  const people = { database, adminEmails, roleRules, needsSetupCode, endAccess, isErasedSince }
  const twoFactor = { database, identity, twoFactorOf: config.twoFactorOf }
  const { supportEmail, demoPerDay, ...siteDetails } = config.publicSite
  const readDisk = dependencies.readDisk ?? (async () => null)
  const limitRate = createRateLimiter(database, demoPerDay)
  const waitForTurn = dependencies.waitForTurn ?? createCallLimiter()
  const binder = createBinder(
    app,
    createAuthenticate({
      identity,
      callerOfPerson: (person) => resolveCaller(people, person),
      isKey: isApiKey,
      callerOfKey: (key, scope) => authenticateApiKey({ database, limitRate }, key, scope),
    }),
    storage,
    (caller) => assertTwoFactor(twoFactor, caller),
    waitForTurn,
    dependencies.writeAccess.assertRoom,
  )
  const humanCheck = createHumanCheckDependencies(database, limitRate, dependencies.recaptcha)
  bindSettings(binder, {
    identity,
    detector: { name, version: modelVersion, minimum_words: minimumWords },
    recaptchaSiteKey: dependencies.recaptcha?.siteKey ?? null,
    supportEmail,
    sellsPlans: payment !== null,
    upgradeUrl: config.upgradeUrl,
    signIn: config.signIn,
    version,
  })
  bindHumanCheck(binder, humanCheck)
  bindDemo(binder, { humanCheck, limitRate, scorer: dependencies.scorer })
  bindExamples(binder, { scorer: dependencies.scorer })
  bindSupport(binder, { database, mailer: dependencies.mailer, limitRate, supportEmail })
  bindTeachers(binder, {
    ...twoFactor,
    logger,
    storageQuota: config.storageQuota,
    emit,
    readExtras: async (teacher_id) => ({
      portalUrl: await readPortalUrl(database, { payment, publicUrl: config.publicUrl }, teacher_id),
      hasSamples: await hasSamples(database, teacher_id),
    }),
  })
  bindSamples(binder, { database, queue })
  bindApiKeys(binder, { database, identity })
  bindWebhooks(binder, { database, identity, egress: dependencies.egress })
  const lti = { database, egress: dependencies.egress, publicUrl: config.publicUrl, logger }
  bindLti(binder, lti)
  bindExports(binder, { database, storage, identity })
  bindErasure(binder, { database, identity })
  bindRetention(binder, database)
  const printing = { database, printer: dependencies.printer, sections: registerSections(dependencies) }
  bindDocuments(binder, {
    ...printing,
    storage,
    storageQuota: config.storageQuota,
    queue,
    emit,
    scorer: dependencies.scorer,
  })
  bindBin(binder, { database, storage, emit })
  bindStudents(binder, { database, emit })
  bindClassGroups(binder, { database, emit })
  bindClassExports(binder, printing)
  bindOverlap(binder, { database })
  bindSchoolComparison(binder, {
    database,
    mailer: dependencies.mailer,
    publicUrl: config.publicUrl,
    sellsPlans: payment?.provider === 'stripe',
  })
  bindSources(binder, { database, storage, storageQuota: config.storageQuota })
  bindOverview(binder, database, registerCardReaders(database))
  bindAnalytics(binder, { database, detector: dependencies.scorer.detector })
  const { teachersCsv } = config
  const rolesFromProvider = roleRules.administrators !== null
  bindTeacherImports(binder, { database, identity, adminEmails, rolesFromProvider, teachersCsv })
  bindInstallation(binder, {
    database,
    mailer: dependencies.mailer,
    needsSetupCode,
    needsTwoFactor: (caller) => needsTwoFactor(twoFactor, caller),
    publicUrl: config.publicUrl,
    sender: config.mail.from,
    encryptsFiles: config.files.keys.length > 0,
    sellsPlans: payment?.provider === 'stripe',
    readDisk,
    hasSamples: (teacher_id) => hasSamples(database, teacher_id),
    readWarnings: async () => [
      ...(await backupWarnings(database)),
      ...(await rehearsalWarnings(dependencies.backups.backupDir)),
      ...(await importWarnings(database, config)),
      ...(await sweepWarnings(database)),
    ],
    installation: {
      version,
      detector: { name, version: modelVersion },
      warnings: dependencies.warnings ?? [],
      reference_services: [...dependencies.bibliography.services],
    },
  })
  bindEarlierWriting(binder, database)
  bindReferences(binder, { database, services: dependencies.bibliography.services })
  bindBaseline(binder, database)
  const { encryption } = dependencies
  bindCases(binder, {
    database,
    storage,
    emit,
    gatherEvidence: registerCaseEvidence({ database, encryption }),
    readRecordFile: (submission_id, owner) => readRecordFile({ database, encryption }, submission_id, owner),
    printer: dependencies.printer,
    mailer: dependencies.mailer,
    publicUrl: config.publicUrl,
    readLinkSeal: createReadLinkSeal(database, config.files.keys),
  })
  bindWriting(binder, { database, publicUrl: config.publicUrl })
  bindBackups(binder, { database, backups: dependencies.backups })
  const { backups, restart } = dependencies
  bindRestores(binder, { database, needsSetupCode, backups, restart, logger })
  bindWritingRecords(binder, { database, encryption: dependencies.encryption })
  bindWritingRoom(binder, {
    database,
    storage,
    encryption: dependencies.encryption,
    storageQuota: config.storageQuota,
    queue,
    emit,
    limitRate,
    isInCase,
  })
  bindMails(binder, database, dependencies.mailer)
  bindAdministration(binder, { ...twoFactor, emit, rates: dependencies.scorer.detector.rates })
  bindOperations(binder, {
    database,
    storageQuota: config.storageQuota,
    demoPerDay,
    hasEmbeddedSignIn: identity.kind === 'embedded',
    queue,
    detector: { name, version: modelVersion },
    readDisk,
  })
  bindSubscriptions(binder, {
    database,
    payment,
    emit,
    graceDays: config.payment.graceDays,
    publicUrl: config.publicUrl,
    logger,
  })
  await identity.register(app)
  await addLtiEndpoints(app, lti)
  await addStudentPage(app, {
    database,
    emit,
    isSchoolCompared,
    storage,
    storageQuota: config.storageQuota,
    mailer: dependencies.mailer,
    publicUrl: config.publicUrl,
    limitRate,
    waitForTurn,
  })
  await serveWeb(app, {
    folder: dependencies.webFolder,
    connectTo: identity.kind === 'external' ? [new URL(identity.settings.authority).origin] : [],
    site: {
      model: name,
      hasRecaptcha: dependencies.recaptcha !== null,
      origin: config.publicUrl,
      supportEmail,
      ...siteDetails,
    },
  })
  return app
}
