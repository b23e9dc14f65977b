import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { connect } from './database/connect.ts'
import type { Database } from './database/database.ts'
import { createEmbeddedIdentity } from './outside/identity/embedded.ts'
import { createExternalIdentity } from './outside/identity/external.ts'
import type { Identity } from './outside/identity/identity.ts'
import { createQueue } from './outside/queue/pg-boss.ts'
import type { Queue } from './outside/queue/queue.ts'
import { createFolderStorage } from './outside/storage/folder.ts'
import type { Storage } from './outside/storage/storage.ts'
import { bundledPrograms } from './paths.ts'
import { createPipeline, type Pipeline } from './pipeline/pipeline.ts'
import { createPrinter, type Printer } from './print/printer.ts'

/** Everything that must be closed again. */
export interface House {
  database: Database
  storage: Storage
  queue: Queue
  identity: Identity
  pipeline: Pipeline
  printer: Printer
  /** In the opposite order of opening. The queue must have been stopped before. */
  close(): Promise<void>
}

function openIdentity({ oidc, publicUrl }: Config, database: Database, logger: Logger): Promise<Identity> {
  const onError = (error: unknown) => logger.error({ err: error }, 'The identity provider failed')
  if (oidc.issuer === null) return createEmbeddedIdentity({ database, publicUrl, onError })
  return createExternalIdentity({ ...oidc, issuer: oidc.issuer, onError })
}

/** Opens what the settings name. What was opened is closed again when a later part fails. */
export async function open(config: Config, logger: Logger): Promise<House> {
  const opened: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closeOne of opened.reverse()) await closeOne()
  }
  const loading = createPipeline({
    modelFile: config.detectorModel,
    jobsAtOnce: config.workerJobs,
    ...(bundledPrograms && { programs: bundledPrograms }),
  })
  // Waited for below, when the database is open too; a failure must not count as unhandled until then.
  loading.catch(() => undefined)
  try {
    const database = await connect(config, (error) => logger.error({ err: error }, 'A database connection broke'))
    opened.push(() => database.close())
    const storage = createFolderStorage(path.join(config.dataDir, 'files'))
    const queue = await createQueue(database, logger)
    opened.push(() => queue.stop())
    const identity = await openIdentity(config, database, logger)
    opened.push(() => identity.close())
    const pipeline = await loading
    opened.push(() => pipeline.close())
    const printer = createPrinter(bundledPrograms ? { program: bundledPrograms.printChild } : {})
    opened.push(() => printer.close())
    return { database, storage, queue, identity, pipeline, printer, close }
  } catch (error) {
    await loading.then(
      (pipeline) => pipeline.close(),
      () => undefined,
    )
    await close()
    throw error
  }
}
