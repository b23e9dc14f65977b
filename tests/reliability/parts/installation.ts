import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentsDependencies } from '../../../apps/server/src/features/documents/changes/change-document.ts'
import { connect } from '../../../apps/server/src/services/database/connect/connect.ts'
import type { Database } from '../../../apps/server/src/services/database/database.ts'
import { startPostgres } from '../../../apps/server/src/testing/postgres/start.ts'
import { startTestIssuer, type TestIssuer } from '../../../apps/server/src/testing/services/token-issuer.ts'
import { openParts, type Part } from './processes.ts'
import { openDocumentsParts } from './submit.ts'

/** The product in separate parts, on its own database server. */
export interface Installation {
  database: Database
  /** Parent process of all database processes. */
  databasePid: number
  issuer: TestIssuer
  /** To submit documents without an API. */
  documentsParts: DocumentsDependencies
  start(role: 'api' | 'worker', settings?: NodeJS.ProcessEnv): Promise<Part>
  close(): Promise<void>
}

/** Parent of the process that serves a connection. */
async function serverPid(database: Database): Promise<number> {
  const { rows } = await database.query('select pg_backend_pid() as pid')
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${Number(rows[0]?.pid)}/status`, 'utf8'))?.[1])
}

/** Opens everything except the parts. `settings` are PostgreSQL's. Cleans up if a step fails. */
export async function openInstallation(
  binaries: string,
  settings: Record<string, string> = {},
): Promise<Installation> {
  const cleanups: (() => unknown)[] = []
  const close = async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  }
  try {
    const postgres = await startPostgres(binaries, settings)
    cleanups.push(() => postgres.stop())
    const databaseUrl = await postgres.createDatabase('penmark')
    const database = await connect({ databaseUrl, dataDir: '' }, () => undefined)
    cleanups.push(() => database.close())
    const issuer = await startTestIssuer()
    cleanups.push(() => issuer.close())
    const parts = await openParts(databaseUrl)
    cleanups.push(() => parts.close())
    const documentsParts = await openDocumentsParts(database, join(parts.dataDir, 'files'))
    cleanups.push(() => documentsParts.queue.stop())
    return {
      database,
      databasePid: await serverPid(database),
      issuer,
      documentsParts,
      start: (role, more = {}) => parts.start(role, { OIDC_ISSUER: issuer.url, ...more }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
