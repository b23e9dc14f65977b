import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { databaseOver } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { createQueue } from '../outside/queue/pg-boss.ts'
import { writeTinyModel } from './tiny-model.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with `database.tar`, a migrated database, and `tiny.penmark`, a small model. */
    template: string
  }
}

/** Makes once what every test file needs: setting up a database from nothing takes seconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-template-'))
  writeTinyModel(path.join(folder, 'tiny.penmark'))
  const client = await PGlite.create()
  const database = databaseOver(client)
  await migrate(database)
  await (await createQueue(database, pino({ level: 'silent' }))).stop()
  const dump = await client.dumpDataDir('none')
  await writeFile(path.join(folder, 'database.tar'), Buffer.from(await dump.arrayBuffer()))
  await database.close()
  project.provide('template', folder)
  return () => rm(folder, { recursive: true, force: true })
}
