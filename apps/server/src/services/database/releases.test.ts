import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readDump, releases, unpackData } from '../../../../../tests/releases/releases.ts'
import { readConfig } from '../../main/config.ts'
import { withDatabase } from '../../main/open-database.ts'
import { readManifest } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { removeOldSafetyBackups } from '../backup/safety-backups.ts'
import type { Database } from './database.ts'
import { migrate, NewerDataError } from './migrate.ts'
import { describeSchema } from './schema.ts'
import { connectServer } from './server.ts'

const address = process.env.TEST_DATABASE_URL
const logger = pino({ level: 'silent' })

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-release-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const readDocuments = async (database: Database) => {
  const { rows } = await database.query(`
    select d.file_type, d.status, s.first_name, g.class_name from documents d
    left join students s on s.id = d.student_id left join class_groups g on g.id = d.class_group_id order by d.file_type`)
  return rows
}
const expectedDocuments = [
  { file_type: 'docx', status: 'COMPLETED', first_name: null, class_name: null },
  { file_type: 'txt', status: 'COMPLETED', first_name: 'Noor', class_name: 'Year 9 English' },
]
const schemaNow = () => readFile(new URL('./schema.txt', import.meta.url), 'utf8')

describe.skipIf(address)('a data folder of an older version', () => {
  const open = <T>(
    dataDir: string,
    use: (database: Database) => Promise<T>,
    settings: Record<string, string> = {},
  ) => withDatabase(readConfig({ DATA_DIR: dataDir, ...settings }), logger, use)
  const backupsIn = (dataDir: string) => readdir(path.join(dataDir, 'before-update')).catch(() => [])

  test.each(releases)(
    'written by %s opens with everything in it, and is backed up first',
    async (release) => {
      const dataDir = path.join(folder, 'data')
      await unpackData(release, dataDir)
      const [seen, schema] = await open(dataDir, async (database) => [
        await readDocuments(database),
        await describeSchema(database),
      ])
      expect(seen).toEqual(expectedDocuments)
      expect(schema).toBe(await schemaNow())
      // The second start has nothing to migrate.
      await open(dataDir, readDocuments)
      const [backup = '', ...more] = await backupsIn(dataDir)
      expect(more).toEqual([])

      const backupFolder = path.join(dataDir, 'before-update', backup)
      expect(await readManifest(backupFolder)).toMatchObject({ version: release, database: 'embedded' })
      const restoredDir = path.join(folder, 'again')
      await restoreBackup({ dataDir: restoredDir, databaseUrl: null, version: release }, backupFolder)
      expect(await open(restoredDir, readDocuments)).toEqual(expectedDocuments)
    },
  )

  test('is left as it is when no backup can be made, and the sentence says what to do', async () => {
    const dataDir = path.join(folder, 'data')
    await unpackData('0.1.0', dataDir)
    // A file is in the place of the folder for backups.
    await writeFile(path.join(dataDir, 'before-update'), '')
    await expect(open(dataDir, readDocuments)).rejects.toThrow(
      /nothing was changed.*BACKUP_BEFORE_UPDATE=off/,
    )
    expect(await open(dataDir, readDocuments, { BACKUP_BEFORE_UPDATE: 'off' })).toEqual(expectedDocuments)
  })

  test('keeps its backup for two weeks and no longer, since teachers may erase what is in it', async () => {
    const dataDir = path.join(folder, 'data')
    await unpackData('0.1.0', dataDir)
    await open(dataDir, readDocuments)
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000)
    await removeOldSafetyBackups(dataDir, inDays(13))
    expect(await backupsIn(dataDir)).toHaveLength(1)
    await removeOldSafetyBackups(dataDir, inDays(15))
    expect(await backupsIn(dataDir)).toEqual([])
    expect(existsSync(path.join(dataDir, 'files'))).toBe(true)
  })
})

describe.skipIf(!address)('a database on a server', () => {
  test.each(releases)('written by %s is migrated with everything in it', async (release) => {
    const name = `penmark_release_${release.replaceAll('.', '_')}`
    const server = new pg.Client({ connectionString: address })
    await server.connect()
    const url = new URL(`/${name}`, address).href
    try {
      await server.query(`drop database if exists ${name} with (force)`)
      await server.query(`create database ${name}`)
      const empty = new pg.Client({ connectionString: url })
      await empty.connect()
      await empty.query(await readDump(release))
      await empty.end()
      const database = await connectServer(url, () => undefined)
      await migrate(database)
      const [seen, schema] = [await readDocuments(database), await describeSchema(database)]
      await database.close()
      expect(seen).toEqual(expectedDocuments)
      expect(schema).toBe(await schemaNow())
    } finally {
      await server.query(`drop database if exists ${name} with (force)`)
      await server.end()
    }
  })
})

test.skipIf(address)('data of a newer version is refused, and says which version wrote it', async () => {
  const dataDir = path.join(folder, 'data')
  await unpackData('0.1.0', dataDir)
  const settings = readConfig({ DATA_DIR: dataDir, BACKUP_BEFORE_UPDATE: 'off' })
  const newer =
    "insert into migrations (name, sha256, version) values ('99990101000000_essays__colour.sql', 'x', '9.1.0')"
  await withDatabase(settings, logger, (database) => database.query(newer))
  const refused = withDatabase(settings, logger, readDocuments)
  await expect(refused).rejects.toThrow(NewerDataError)
  await expect(refused).rejects.toThrow('written by version 9.1.0')
})
