import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import manifest from '../../../package.json' with { type: 'json' }
import { toDatabase } from '../../services/database/embedded/embedded.ts'
import { migrate } from '../../services/database/migrate.ts'
import { createQueue } from '../../services/queue/pg-boss.ts'
import { openBundle } from './bundle.ts'
import { scratch } from './scratch.ts'
import { writeTinyModel } from './tiny-model.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A folder with a migrated database, as `database.tar` and as the folder `database`, and `tiny.penmark`,
     * a small model.
     */
    template: string
    /** A folder with the bundled server. */
    bundle: string
  }
}

/**
 * Much smaller than usual, because tests copy, archive and check it dozens of times: short WAL segments, and
 * no templates for other databases.
 */
async function createSmallDatabase(): Promise<Blob> {
  const client = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] })
  await client.query('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await client.query(`drop database ${name}`)
  const dump = await client.dumpDataDir('none')
  await client.close()
  return dump
}

/** What the empty database depends on. */
const cacheKey = createHash('sha256')
  .update(`${manifest.dependencies['@electric-sql/pglite']} ${createSmallDatabase.toString()}`)
  .digest('hex')

/**
 * Initialising a database takes four seconds of processor time, so every run after the first opens the empty
 * one that the first has kept.
 */
async function openSmallDatabase(): Promise<PGlite> {
  const cacheFile = fileURLToPath(
    new URL(`../../../build/empty-database-${cacheKey.slice(0, 12)}.tar`, import.meta.url),
  )
  const found = await readFile(cacheFile).catch(() => null)
  if (found !== null) return PGlite.create({ loadDataDir: new Blob([new Uint8Array(found)]) })
  const dump = await createSmallDatabase()
  const draft = `${cacheFile}.${process.pid}`
  await mkdir(path.dirname(cacheFile), { recursive: true })
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()))
  await rename(draft, cacheFile)
  return PGlite.create({ loadDataDir: dump })
}

/** Creates once what every test file needs: setting up a database from scratch takes seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(scratch, 'penmark-template-'))
  writeTinyModel(path.join(folder, 'tiny.penmark'))
  const bundling = openBundle('test')
  const client = await openSmallDatabase()
  const database = toDatabase(client)
  await migrate(database)
  await (await createQueue(database, pino({ level: 'silent' }))).stop()
  const dump = await client.dumpDataDir('none')
  await writeFile(path.join(folder, 'database.tar'), Buffer.from(await dump.arrayBuffer()))
  await database.close()
  await (await PGlite.create({ dataDir: path.join(folder, 'database'), loadDataDir: dump })).close()
  const bundled = await bundling
  project.provide('template', folder)
  project.provide('bundle', bundled.folder)
  return async () => {
    await rm(folder, { recursive: true, force: true })
    await bundled.remove()
  }
}
