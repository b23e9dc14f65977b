import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { apiBase, type Document } from '@penmark/contract'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { savePlanLimits } from '../features/accounts/allowance/plan-limits.ts'
import { endGrants } from '../features/accounts/grants/end-grants.ts'
import type { StorageQuota } from '../features/accounts/storage/storage.ts'
import type { RoleRules } from '../features/accounts/teachers/rules.ts'
import { createReader, type Reader } from '../features/documents/pipeline/reading/reader.ts'
import { createScorer, type Scorer } from '../features/documents/pipeline/scoring/scorer.ts'
import type { BackupSettings } from '../features/operations/backups/readiness.ts'
import {
  agreeOnInstallation,
  isOneInstallation,
} from '../features/operations/installation/installation-id.ts'
import type { NightlyList } from '../features/operations/teacher-imports/teacher-imports.ts'
import { fileRows } from '../features/operations/upkeep/file-rows.ts'
import { watchSubscriptions } from '../features/plans/subscription-state.ts'
import { programsIn } from '../lib/release.ts'
import { createApp } from '../main/app.ts'
import { readConfig } from '../main/config.ts'
import { registerListeners } from '../main/listeners.ts'
import { startWorker } from '../main/worker.ts'
import type { Printer } from '../pdf/printer.ts'
import { type Bibliography, createBibliography } from '../services/catalogues/bibliography.ts'
import type { Database } from '../services/database/database.ts'
import { createEgress, type Egress } from '../services/egress/egress.ts'
import type { Emit } from '../services/events/events.ts'
import type { Broker } from '../services/identity/embedded/brokers.ts'
import { createEmbeddedIdentity } from '../services/identity/embedded/embedded.ts'
import type { AccountControl, Identity, Person } from '../services/identity/identity.ts'
import { createMailer, type Mailer } from '../services/mail/mailer.ts'
import { createOutbox } from '../services/mail/outbox.ts'
import { createLog } from '../services/observe/log.ts'
import { createFakeStripe } from '../services/payment/fake-stripe/fake-stripe.ts'
import type { Payment } from '../services/payment/payment.ts'
import { createQueue } from '../services/queue/pg-boss.ts'
import type { Queue } from '../services/queue/queue.ts'
import type { Recaptcha } from '../services/recaptcha/recaptcha.ts'
import { createEncryption, type Encryption } from '../services/storage/encryption.ts'
import { createFolderStorage } from '../services/storage/folder.ts'
import { createGuardedStorage } from '../services/storage/guarded.ts'
import type { Storage } from '../services/storage/storage.ts'
import { createWriteAccess, type WriteAccess } from '../services/storage/write-access.ts'
import { diskSpaceOf } from '../services/system/system.ts'
import { openTestDatabase, tinyModel } from './database.ts'
import type { Faults } from './faults/faults.ts'
import { createTestIdentity } from './identity.ts'
import { testPrinter } from './printer.ts'

export interface Answer {
  status: number
  body: unknown
  text: string
  headers: Record<string, unknown>
}

/** One teacher at the API. */
export interface TestTeacher {
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: unknown): Promise<Answer>
  upload(
    url: string,
    field: string,
    files: { name: string; content: Buffer | string }[],
    fields?: Record<string, string>,
  ): Promise<Answer>
  /** Waits until the document has reached a final status. */
  finished(id: string): Promise<Document>
}

export interface TestApp {
  /** The folder of its files and emails. */
  folder: string
  app: FastifyInstance
  database: Database
  storage: Storage
  encryption: Encryption
  queue: Queue
  emit: Emit
  writeAccess: WriteAccess
  /** Its emails go into a folder of the test app. */
  mailer: Mailer
  /** Makes PDFs. */
  printer: Printer
  identity: Identity
  /** Who has two-factor authentication turned on. */
  withTwoFactor: Set<string>
  /** Stops working on documents, as ending the process does. */
  stopWorker(): Promise<void>
  /** Runs the worker's check of subscriptions at a moment and with a changed provider. */
  watchSubscriptions(now: Date, change?: Partial<Payment>): Promise<void>
  teacher(subject: string, claims?: Partial<Person>): Promise<TestTeacher>
  /** A caller with this header; null is an anonymous one. */
  caller(authorization: string | null): TestTeacher
  headers(subject: string): Promise<{ authorization: string }>
  /** Calls a route whose action throws an error with the word "secret". */
  broken(): Promise<LightMyRequestResponse>
  logger: Logger
  /** Lines of the log: warnings and worse, unless another level was requested. */
  logged: string[]
  close(): Promise<void>
}

/** The reader and the scorer as one object, so that a test can replace parts of both. */
export type ReaderAndScorer = Reader & Scorer

export interface TestAppOptions {
  /** Replaces parts of the reader and the scorer. */
  parts?: Partial<ReaderAndScorer>
  wrap?: (real: ReaderAndScorer) => Partial<ReaderAndScorer>
  adminEmails?: string[]
  /** What the roles in a token decide; nothing but `admin` by default. */
  roleRules?: RoleRules
  /** Whether the first account needs the setup code. */
  needsSetupCode?: boolean
  twoFactorOf?: 'administrators' | null
  /** Replaces the fake Stripe; null sells nothing. */
  payment?: (fakeStripe: Payment) => Payment | null
  /** How many texts one network may try in the demo. */
  demoPerDay?: number
  recaptcha?: Recaptcha | null
  /** Replaces one that may call private addresses. */
  egress?: Egress
  /** The catalogues in which references are looked up; none by default. */
  bibliography?: Bibliography
  /** Replaces the one in memory; the test app closes it. */
  database?: Database
  /** Replaces the one that makes PDFs in this process; the test app closes it. */
  printer?: Printer
  /** Makes its statements, commits and stored files fail as the test asks. */
  faults?: Faults
  /** Replaces some operations of the storage. */
  wrapStorage?: (real: Storage) => Partial<Storage>
  /** Replaces the storage in the folder of the test app, as when two installations share one. */
  sharedStorage?: Storage
  /** Tells how much room the disk has; unknown by default. */
  readDisk?: () => Promise<{ free_bytes: number } | null>
  /** Replaces settings of backups. */
  backups?: Partial<BackupSettings>
  /** Called when a restore was planned. */
  restart?: () => void
  /** Replaces the default quota. */
  storageQuota?: StorageQuota
  /** Gives new teachers sample documents. */
  givesSamples?: boolean
  /** If false, every account has what the Schools plan includes. */
  planLimits?: boolean
  /** The operator's advertising pixel. */
  adPixelUrl?: string
  /** The day of the legal texts; by default that of an installation without the setting. */
  legalDate?: string
  /** If false, every job stays in the queue. */
  works?: boolean
  /** The list of teachers that is read every night. */
  teachersCsv?: NightlyList | null
  /** Makes accounts for an import of teachers; by default the first sign-in links them. */
  accounts?: AccountControl | null
  logLevel?: string
  /**
   * If true, a teacher with many calls waits while others are served, as in the product. By default nobody
   * waits, since tests call at machine speed.
   */
  limitsCalls?: boolean
  /**
   * Signs people in with the product's own provider and listens on this port; by default tokens are made by
   * the test.
   */
  signInAt?: { port: number; brokers?: Broker[] }
  /** Fills the folder of the built web. */
  prepareWeb?: (folder: string) => Promise<void>
}

function answerOf(response: { statusCode: number; body: string; headers: Record<string, unknown> }): Answer {
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    text: response.body,
    body: isJson ? JSON.parse(response.body) : null,
    headers: response.headers,
  }
}

function formOf(
  field: string,
  files: { name: string; content: Buffer | string }[],
  fields: Record<string, string>,
): FormData {
  const form = new FormData()
  for (const { name, content } of files)
    form.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/**
 * Shared by the test files of one worker: its detector starts a thread that loads a model, and its reader
 * keeps a process ready.
 */
let shared: Promise<ReaderAndScorer> | null = null

async function openReaderAndScorer(): Promise<ReaderAndScorer> {
  const programs = programsIn(inject('bundle'))
  const scorer = await createScorer(tinyModel(), { bundled: programs.detectorThread })
  return { ...scorer, ...createReader({ jobsAtOnce: 2, programs }), close: async () => undefined }
}

const passing = ['UPLOADED', 'QUEUED', 'PROCESSING']

/** The whole server on a database in memory and its own folder, without a port. */
export async function startTestApp({
  parts = {},
  wrap = () => ({}),
  printer = testPrinter,
  adminEmails = [],
  roleRules = { administrators: null, teachers: null },
  needsSetupCode = false,
  twoFactorOf = null,
  payment: chosen = (fakeStripe) => fakeStripe,
  demoPerDay = 50,
  recaptcha = null,
  egress = createEgress({ allowPrivate: true }),
  bibliography = createBibliography({
    services: [],
    egress,
    contact: 'support@school.example',
    openalexKey: null,
    standInUrl: null,
  }),
  storageQuota = readConfig({}).storageQuota,
  givesSamples = false,
  planLimits = true,
  adPixelUrl,
  legalDate = readConfig({}).publicSite.legalDate,
  works = true,
  teachersCsv = null,
  accounts = null,
  database: given,
  faults,
  wrapStorage = () => ({}),
  sharedStorage,
  readDisk = async () => null,
  backups: ownBackups = {},
  restart = () => undefined,
  logLevel = 'warn',
  limitsCalls = false,
  signInAt,
  prepareWeb,
}: TestAppOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-test-app-'))
  const logged: string[] = []
  const logger = createLog(logLevel, { write: (line) => logged.push(line) })
  const webFolder = path.join(folder, 'web')
  await prepareWeb?.(webFolder)
  const opened = given ?? (await openTestDatabase())
  const database = faults?.database(opened) ?? opened
  const bareStorage = sharedStorage ?? createFolderStorage(path.join(folder, 'files'))
  const files = faults?.storage(bareStorage) ?? { ...bareStorage, ...wrapStorage(bareStorage) }
  await agreeOnInstallation({ database, storage: files, place: folder, fileRows, adopts: true })
  const writeAccess = createWriteAccess({
    logger,
    isOneInstallation: () => isOneInstallation(database, files),
    readDisk,
    leastFreeBytes: readConfig({}).leastFreeDiskBytes,
  })
  const storage = createGuardedStorage(files, writeAccess)
  await savePlanLimits(database, planLimits)
  const encryption = createEncryption({ keys: [Buffer.alloc(32, 7)] })
  const queue = await createQueue(database, logger)
  const emit = registerListeners({ queue, givesSamples })
  const mailer = createMailer({
    database,
    transport: createOutbox(path.join(folder, 'outbox'), 'post@school.example'),
    onError: (error) => logger.error(error),
  })
  const publicUrl = signInAt ? `http://localhost:${signInAt.port}` : 'http://localhost'
  const supportEmail = 'support@school.example'
  const onError = (error: unknown) => logger.error(error)
  const testIdentity = { ...(await createTestIdentity()), accounts }
  const identity = signInAt
    ? await createEmbeddedIdentity({
        database,
        publicUrl,
        mailer,
        supportEmail,
        brokers: signInAt.brokers ?? [],
        endGrants,
        onError,
      })
    : testIdentity
  shared ??= openReaderAndScorer()
  const real = await shared
  const readerAndScorer = { ...real, ...parts, ...wrap(real) }
  const services = { reader: readerAndScorer, scorer: readerAndScorer }
  const fakeStripe = await createFakeStripe({ database, publicUrl, stripeKey: null, onError })
  const payment = chosen(fakeStripe)
  const graceDays = 7
  const publicSite = {
    supportEmail,
    adPixelUrl: adPixelUrl ?? null,
    demoPerDay,
    legalDate,
    copyrightYear: readConfig({}).publicSite.copyrightYear,
  }
  const config = {
    storageQuota,
    adminEmails,
    roleRules,
    needsSetupCode,
    twoFactorOf,
    mail: { from: 'post@school.example' },
    files: { keys: [] },
    trustProxy: null,
    publicUrl,
    upgradeUrl: null,
    signIn: { organisation: null, allSessions: false },
    publicSite,
    payment: { graceDays },
    teachersCsv,
  }
  const backups: BackupSettings = {
    dataDir: folder,
    backupDir: path.join(folder, 'backups'),
    databaseUrl: null,
    filesInBucket: false,
    readDisk: diskSpaceOf,
    rehearse: null,
    ...ownBackups,
  }
  const app = await createApp({
    config,
    logger,
    database,
    identity,
    storage,
    encryption,
    queue,
    mailer,
    payment,
    recaptcha,
    ...services,
    printer,
    egress,
    bibliography,
    emit,
    writeAccess,
    backups,
    restart,
    webFolder,
    ...(limitsCalls ? {} : { waitForTurn: async () => undefined }),
  })
  app.get('/broken', async () => {
    throw new Error('the secret')
  })
  const stopWorker = works
    ? await startWorker({
        logger,
        database,
        storage,
        encryption,
        storageQuota,
        queue,
        mailer,
        identity,
        printer,
        payment,
        publicUrl,
        graceDays,
        ...services,
        egress,
        bibliography,
        emit,
        writeAccess,
        backups,
        jobsAtOnce: 2,
        pollEveryMs: 50,
        adminEmails,
        roleRules,
        teachersCsv,
      })
    : () => queue.stop()
  if (signInAt) await app.listen({ port: signInAt.port, host: 'localhost' })

  const headers = async (subject: string, claims?: Partial<Person>) => ({
    authorization: `Bearer ${await testIdentity.tokenFor(subject, claims)}`,
  })
  const caller: TestApp['caller'] = (authorization) => {
    const send = async (options: InjectOptions) =>
      answerOf(
        await app.inject({
          ...options,
          headers: { ...(authorization === null ? {} : { authorization }), ...options.headers },
        }),
      )
    const call: TestTeacher['call'] = (method, url, payload) =>
      send({
        method,
        url: `${apiBase}${url}`,
        ...(payload === undefined ? {} : { payload: payload as object }),
      })
    return {
      call,
      async upload(url, field, files, fields = {}) {
        const request = new Request('http://localhost/', {
          method: 'POST',
          body: formOf(field, files, fields),
        })
        return send({
          method: 'POST',
          url: `${apiBase}${url}`,
          headers: { 'content-type': request.headers.get('content-type') ?? '' },
          payload: Buffer.from(await request.arrayBuffer()),
        })
      },
      async finished(id) {
        for (;;) {
          const { body } = await call('GET', `/documents/${id}`)
          const document = body as Document
          if (!passing.includes(document.status)) return document
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      },
    }
  }
  const teacher: TestApp['teacher'] = async (subject, claims) =>
    caller((await headers(subject, claims)).authorization)

  return {
    folder,
    app,
    logger,
    database,
    storage,
    encryption,
    queue,
    emit,
    writeAccess,
    mailer,
    printer,
    identity,
    withTwoFactor: testIdentity.withTwoFactor,
    stopWorker,
    watchSubscriptions: (now, change = {}) =>
      watchSubscriptions(
        { database, logger, emit, graceDays, publicUrl, payment: payment && { ...payment, ...change } },
        now,
      ),
    teacher,
    caller,
    headers,
    broken: () => app.inject('/broken'),
    logged,
    async close() {
      await app.close()
      await stopWorker()
      await identity.close()
      await fakeStripe.close()
      await printer.close()
      writeAccess.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
