import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { connect } from '../../../apps/server/src/services/database/connect/connect.ts'
import type { Database } from '../../../apps/server/src/services/database/database.ts'
import { createQueue } from '../../../apps/server/src/services/queue/pg-boss.ts'
import { withStorage } from '../../../apps/server/src/services/storage/open-storage.ts'
import type { Storage } from '../../../apps/server/src/services/storage/storage.ts'
import { openTestS3 } from '../../../apps/server/src/services/storage/testing/s3.ts'
import { freePort } from '../../../apps/server/src/testing/port.ts'
import { type PostgresServer, startPostgres } from '../../../apps/server/src/testing/postgres/start.ts'
import { startTestIssuer } from '../../../apps/server/src/testing/services/token-issuer.ts'
import { writeTinyModel } from '../../../apps/server/src/testing/setup/tiny-model.ts'
import { build } from './build.ts'
import { isReady, launch, type Running } from './processes.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const fail = () => undefined
const commandWithinMs = 180_000

/** Database, and storage if not a folder. */
export type Where = 'embedded' | 'embedded, S3' | 'PostgreSQL' | 'PostgreSQL, S3'

/**
 * An installation under test: embedded in one process, or in parts on PostgreSQL and S3, each behind a TCP
 * proxy.
 */
export interface Setup {
  readonly where: Where
  readonly dataDir: string
  readonly token: string
  readonly postgres: PostgresServer | null
  readonly proxies: { postgres: TcpProxy; s3: TcpProxy } | null
  /** Starts a part, or everything if embedded. The returned process may already have ended. */
  start(
    role: 'api' | 'worker' | 'all',
    faultSettings?: NodeJS.ProcessEnv,
    options?: string[],
  ): Promise<Running>
  /** Runs a command to its end, as an operator would. */
  command(given: string[], settings?: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }>
  /** Makes all stored files older than the sweep's limit. Does nothing with files of later uploads. */
  ageFiles(): Promise<void>
  /** Removes what the stand-in for a bucket keeps of uploads that were cut off. */
  discardHalfWritten(): Promise<void>
  /** How many files are stored, also those of uploads without a row. */
  countFiles(): Promise<number>
  /** Gives access to database and storage, bypassing the proxies. An embedded process must have ended. */
  withDirectAccess<T>(work: (database: Database, storage: Storage) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Options {
  /** Folder of PostgreSQL's binaries; null for the embedded database. */
  binaries: string | null
  /** Storage: by default a folder for the embedded database, otherwise S3. */
  files?: 'folder' | 's3'
  /** Data folder; by default a temporary one. */
  dataDir?: string
  /** PostgreSQL's own settings. */
  databaseSettings?: Record<string, string>
  /** Modifies a copy of the server bundle before it is started. */
  prepare?: (bundle: string) => Promise<void>
}

export async function openSetup({
  binaries,
  files: kindOfFiles = binaries === null ? 'folder' : 's3',
  dataDir: existingDataDir,
  databaseSettings = {},
  prepare,
}: Options): Promise<Setup> {
  const cleanups: (() => unknown)[] = []
  const close = async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  }
  const folder = async (name: string) => {
    const made = await mkdtemp(join(tmpdir(), `penmark-faults-${name}-`))
    cleanups.push(() => rm(made, { recursive: true, force: true, maxRetries: 5 }))
    return made
  }
  try {
    const dataDir = existingDataDir ?? (await folder('data'))
    const model = join(await folder('model'), 'tiny.penmark')
    writeTinyModel(model)
    const built = await build()
    if (binaries === null) cpSync(built.dataTemplate, dataDir, { recursive: true })
    // Below the workspace, so that the copy finds its packages.
    const bundle = prepare ? `${built.bundle}-${randomUUID().slice(0, 8)}` : built.bundle
    if (prepare) {
      cleanups.push(() => rm(bundle, { recursive: true, force: true }))
      await cp(built.bundle, bundle, { recursive: true })
      await prepare(bundle)
    }
    const issuer = await startTestIssuer()
    cleanups.push(issuer.close)

    const postgres = binaries === null ? null : await startPostgres(binaries, databaseSettings)
    if (postgres) cleanups.push(() => postgres.stop())
    const s3 = kindOfFiles === 's3' ? await openTestS3() : null
    if (s3) cleanups.push(() => s3.close())
    const proxies = postgres &&
      s3 && {
        postgres: await openTcpProxy(postgres.port),
        s3: await openTcpProxy(Number(new URL(s3.settings.endpoint ?? '').port)),
      }
    if (proxies) cleanups.push(() => Promise.all([proxies.postgres.close(), proxies.s3.close()]))
    const direct = postgres && (await postgres.createDatabase('penmark'))
    const environment: NodeJS.ProcessEnv = {
      DATA_DIR: dataDir,
      DETECTOR_MODEL: model,
      OIDC_ISSUER: issuer.url,
      LOG_LEVEL: 'error',
      FINISH_SECONDS: '10',
      // The small disk of a scenario never has more.
      MIN_FREE_DISK_MB: '0',
      ...(direct && {
        DATABASE_URL: proxies ? direct.replace(`:${postgres.port}/`, `:${proxies.postgres.port}/`) : direct,
      }),
      ...(s3 && {
        S3_BUCKET: s3.settings.bucket,
        S3_ENDPOINT: proxies ? `http://127.0.0.1:${proxies.s3.port}` : (s3.settings.endpoint ?? ''),
        S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      }),
    }

    const files = { s3: s3?.settings ?? null, keys: [], acceptsUnsealed: false }
    const withDirectAccess: Setup['withDirectAccess'] = async (work) => {
      const database = await connect({ databaseUrl: direct, dataDir }, fail)
      try {
        return await withStorage({ files, dataDir }, (storage) => work(database, storage))
      } finally {
        await database.close()
      }
    }
    // A teacher with an unlimited allowance.
    await withDirectAccess(async (database) => {
      await (await createQueue(database, pino({ level: 'silent' }))).stop()
      await database.query("insert into teachers (id, subject, plan) values ($1, 'ana', 'SCHOOLS')", [
        randomUUID(),
      ])
    })
    const started = new Set<Running>()
    cleanups.push(() =>
      Promise.all(
        [...started].map(async (each) => {
          if (!each.hasEnded()) await each.kill()
        }),
      ),
    )
    return {
      where: `${postgres === null ? 'embedded' : 'PostgreSQL'}${s3 === null ? '' : ', S3'}`,
      dataDir,
      token: await issuer.tokenFor('ana'),
      postgres,
      proxies,
      withDirectAccess,
      close,
      async command(given, settings = {}) {
        const running = launch(bundle, given, await freePort(), { ...environment, ...settings })
        started.add(running)
        await running.endsWithin(commandWithinMs)
        return { code: running.exitCode(), output: running.output() }
      },
      async ageFiles() {
        const folder = s3 === null ? join(dataDir, 'files') : s3.directory
        const entries = await readdir(folder, { recursive: true, withFileTypes: true })
        const longAgo = new Date(Date.now() - 2 * 60 * 60_000)
        for (const entry of entries.filter((each) => each.isFile()))
          await utimes(join(entry.parentPath, entry.name), longAgo, longAgo)
      },
      discardHalfWritten: async () => s3?.discardHalfWritten(),
      countFiles: () =>
        withStorage({ files, dataDir }, async (storage) => {
          let count = 0
          for await (const _key of storage.list(new Date(Date.now() + 60_000))) count += 1
          return count
        }),
      async start(role, faultSettings = {}, options = []) {
        const given = [...(role === 'all' ? [] : [role]), ...options]
        const running = launch(bundle, given, await freePort(), { ...environment, ...faultSettings })
        started.add(running)
        await isReady(running)
        return running
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
