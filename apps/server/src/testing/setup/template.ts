import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import manifest from '../../../package.json' with { type: 'json' }
import { toDatabase } from '../../services/database/embedded/embedded.ts'
import { migrate } from '../../services/database/migrate.ts'
import { createQueue } from '../../services/queue/pg-boss.ts'
import { keptFolder, openBundle } from './bundle.ts'
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

/** What a migrated database depends on. */
const databaseSources = ['../../services/database', '../../services/queue', '.']

/** Where the sources differ, the template is made again. */
async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(manifest.dependencies))
  for (const source of databaseSources) {
    const folder = fileURLToPath(new URL(source, import.meta.url))
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    for (const file of files.map(({ parentPath, name }) => path.join(parentPath, name)).sort())
      hash.update(path.relative(folder, file)).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function makeTemplate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const client = await PGlite.create({ loadDataDir: await createSmallDatabase() })
  const database = toDatabase(client)
  await migrate(database)
  await (await createQueue(database, pino({ level: 'silent' }))).stop()
  const dump = await client.dumpDataDir('none')
  await writeFile(path.join(folder, 'database.tar'), Buffer.from(await dump.arrayBuffer()))
  await database.close()
  await (await PGlite.create({ dataDir: path.join(folder, 'database'), loadDataDir: dump })).close()
}

/**
 * Provides what every test file needs, and what is made only once, since it takes ten seconds of processor
 * time: a migrated database, and the bundled server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [bundle, kept] = await Promise.all([
    openBundle(),
    sourcesHash().then((hash) => keptFolder('template', hash, makeTemplate)),
  ])
  // Tests copy it dozens of times, which is faster from memory.
  const template = await mkdtemp(path.join(scratch, 'penmark-template-'))
  await cp(kept, template, { recursive: true })
  writeTinyModel(path.join(template, 'tiny.penmark'))
  project.provide('template', template)
  project.provide('bundle', bundle)
  return () => rm(template, { recursive: true, force: true })
}
