import { type InstallationWarning, routes } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Announce } from './events.ts'
import { bindAdministration } from './features/administration/administration.ts'
import { bindAnalytics } from './features/analytics/analytics.ts'
import { authenticateApiKey, bindApiKeys, isApiKey } from './features/api-keys/api-keys.ts'
import { bindBackups } from './features/backups/backups.ts'
import type { BackupSettings } from './features/backups/readiness.ts'
import { rehearsalWarnings } from './features/backups/rehearsals/result.ts'
import { bindRestores } from './features/backups/restores/restores.ts'
import { backupWarnings } from './features/backups/schedule.ts'
import { bindBaseline } from './features/baseline/baseline.ts'
import { bindBin } from './features/bin/bin.ts'
import { isInCase } from './features/cases/read-cases.ts'
import { bindCases } from './features/cases/routes.ts'
import { addStudentPage } from './features/cases/student-page/endpoints.ts'
import { createReadLinkSeal } from './features/cases/student-page/link-seal.ts'
import { bindClassExports } from './features/class-exports/class-exports.ts'
import { bindClassGroups } from './features/class-groups/class-groups.ts'
import { bindDemo } from './features/demo/demo.ts'
import { bindDocuments } from './features/documents/routes.ts'
import type { Scorer } from './features/documents/steps/score.ts'
import { bindEarlierWriting } from './features/earlier-writing/earlier-writing.ts'
import { bindErasure, isErasedSince } from './features/erasure/erasure.ts'
import { bindExamples } from './features/examples/examples.ts'
import { bindExports } from './features/exports/exports.ts'
import { bindHumanCheck, createHumanCheckDependencies } from './features/human-check/human-check.ts'
import { bindInstallation } from './features/installation/installation.ts'
import { addLtiEndpoints, bindLti } from './features/lti/routes.ts'
import { bindMails } from './features/mails/mails.ts'
import { sweepWarnings } from './features/operations/held-sweep.ts'
import { bindOperations, type ReadDisk } from './features/operations/operations.ts'
import { bindOverlap } from './features/overlap/overlap.ts'
import { bindSchoolComparison } from './features/overlap/school/school.ts'
import { bindSources } from './features/overlap/sources/sources.ts'
import { bindOverview } from './features/overview/overview.ts'
import { bindReferences } from './features/references/references.ts'
import { bindRetention } from './features/retention/retention.ts'
import { bindSamples, hasSamples } from './features/samples/samples.ts'
import { bindSettings } from './features/settings/settings.ts'
import { bindStudents } from './features/students/routes.ts'
import { bindSubscriptions, readPortalUrl } from './features/subscriptions/subscriptions.ts'
import { bindSupport } from './features/support/support.ts'
import { importWarnings } from './features/teacher-imports/import-nightly.ts'
import { bindTeacherImports } from './features/teacher-imports/teacher-imports.ts'
import { resolveCaller } from './features/teachers/resolve-caller.ts'
import { bindTeachers } from './features/teachers/teachers.ts'
import { assertTwoFactor, needsTwoFactor } from './features/teachers/two-factor.ts'
import { createRateLimiter } from './features/visitors/rate-limits.ts'
import { bindWebhooks } from './features/webhooks/webhooks.ts'
import { bindWritingRecords } from './features/writing/record/record.ts'
import { bindWritingRoom } from './features/writing/room/routes.ts'
import { bindWriting } from './features/writing/writing.ts'
import { createBinder } from './http/bind.ts'
import { createAuthenticate } from './http/caller.ts'
import { createCallLimiter, type WaitForTurn } from './http/calls-in-turn.ts'
import { createServer } from './http/server.ts'
import { serveWeb } from './http/web/web.ts'
import type { Bibliography } from './outside/bibliography/bibliography.ts'
import type { Egress } from './outside/egress/egress.ts'
import type { Identity } from './outside/identity/identity.ts'
import type { Mailer } from './outside/mail/mailer.ts'
import type { Payment } from './outside/payment/payment.ts'
import type { Queue } from './outside/queue/queue.ts'
import type { Recaptcha } from './outside/recaptcha/recaptcha.ts'
import type { Sealer } from './outside/storage/sealer.ts'
import type { Storage } from './outside/storage/storage.ts'
import type { Printer } from './print/printer.ts'
import { version } from './release.ts'
import { registerSections } from './report-sections.ts'
import type { WriteAccess } from './write-access.ts'

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
  sealer: Sealer
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
  announce: Announce
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
  const { config, logger, database, identity, storage, queue, payment, announce } = dependencies
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
    announce,
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
    announce,
    scorer: dependencies.scorer,
  })
  bindBin(binder, { database, storage, announce })
  bindStudents(binder, { database, announce })
  bindClassGroups(binder, { database, announce })
  bindClassExports(binder, printing)
  bindOverlap(binder, { database })
  bindSchoolComparison(binder, {
    database,
    mailer: dependencies.mailer,
    publicUrl: config.publicUrl,
    sellsPlans: payment?.provider === 'stripe',
  })
  bindSources(binder, { database, storage, storageQuota: config.storageQuota })
  bindOverview(binder, database)
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
  bindCases(binder, {
    database,
    storage,
    sealer: dependencies.sealer,
    printer: dependencies.printer,
    mailer: dependencies.mailer,
    publicUrl: config.publicUrl,
    readLinkSeal: createReadLinkSeal(database, config.files.keys),
  })
  bindWriting(binder, { database, publicUrl: config.publicUrl })
  bindBackups(binder, { database, backups: dependencies.backups })
  const { backups, restart } = dependencies
  bindRestores(binder, { database, needsSetupCode, backups, restart, logger })
  bindWritingRecords(binder, { database, sealer: dependencies.sealer })
  bindWritingRoom(binder, {
    database,
    storage,
    sealer: dependencies.sealer,
    storageQuota: config.storageQuota,
    queue,
    limitRate,
    isInCase,
  })
  bindMails(binder, database, dependencies.mailer)
  bindAdministration(binder, { ...twoFactor, announce, rates: dependencies.scorer.detector.rates })
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
    announce,
    graceDays: config.payment.graceDays,
    publicUrl: config.publicUrl,
    logger,
  })
  await identity.register(app)
  await payment?.register(app)
  await addLtiEndpoints(app, lti)
  await addStudentPage(app, {
    database,
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
