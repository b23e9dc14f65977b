import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { connectServer } from '../database/server.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const address = process.env.TEST_DATABASE_URL
const fail = (error: Error) => {
  throw error
}

/** Two new databases on the server of TEST_DATABASE_URL, dropped at the end. */
async function withDatabases(work: (full: string, empty: string) => Promise<void>): Promise<void> {
  const names = ['penmark_backup_full', 'penmark_backup_empty']
  const server = await connectServer(address ?? '', fail)
  const dropDatabases = async () => {
    for (const name of names) await server.query(`drop database if exists ${name} with (force)`)
  }
  try {
    await dropDatabases()
    for (const name of names) await server.query(`create database ${name}`)
    const [full = '', empty = ''] = names.map((name) => new URL(`/${name}`, address).href)
    await work(full, empty)
  } finally {
    await dropDatabases()
    await server.close()
  }
}

test.skipIf(!address)(
  'a PostgreSQL database is restored from its backup with the files, and only into an empty database',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-served-'))
    await withDatabases(async (full, empty) => {
      const dataDir = path.join(folder, 'data')
      await mkdir(path.join(dataDir, 'files', 'ab'), { recursive: true })
      await writeFile(path.join(dataDir, 'files', 'ab', 'essay'), 'words')
      const database = await connectServer(full, fail)
      await migrate(database)
      await database.query("insert into teachers (id, subject) values (gen_random_uuid(), 'ana')")
      await database.close()

      const backupFolder = await makeBackup(
        { database: { url: full }, dataDir, version: '1.0.0', madeBy: 'command' },
        path.join(folder, 'backups'),
        new Date(),
      )
      const parts = { dataDir: path.join(folder, 'fresh'), databaseUrl: empty, version: '1.0.0' }
      await restoreBackup(parts, backupFolder)
      expect(await readFile(path.join(parts.dataDir, 'files', 'ab', 'essay'), 'utf8')).toBe('words')
      const restored = await connectServer(empty, fail)
      expect(await migrate(restored)).toEqual([])
      expect((await restored.query('select subject from teachers')).rows).toEqual([{ subject: 'ana' }])
      await restored.close()
      await expect(
        restoreBackup({ ...parts, dataDir: path.join(folder, 'again') }, backupFolder),
      ).rejects.toThrow('is not empty')
    })
    await rm(folder, { recursive: true, force: true })
  },
)
