import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { apiBase, type Document } from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fillDatabaseFolder, tinyModel } from '../../testing/database.ts'
import { freePort } from '../../testing/port.ts'
import { startTestIssuer, type TestIssuer } from '../../testing/services/token-issuer.ts'
import { prose } from '../../testing/text.ts'
import { openEmbedded } from '../database/embedded/embedded.ts'
import { unfinishedFolder } from '../storage/folder.ts'
import { connectionVariables } from './postgres-tools.ts'
import { requestBackup } from './requests.ts'
import { restoreBackup } from './restore-backup.ts'

let folder = ''
let dataDir = ''
let target = ''
let origin = ''
let issuer: TestIssuer
let authorization = ''
let environment: NodeJS.ProcessEnv
let child: ChildProcess | null = null

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-backup-'))
  dataDir = path.join(folder, 'data')
  target = path.join(folder, 'backups')
  issuer = await startTestIssuer()
  const port = await freePort()
  origin = `http://localhost:${port}`
  authorization = `Bearer ${await issuer.tokenFor('ana')}`
  environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    DETECTOR_MODEL: tinyModel(),
    OIDC_ISSUER: issuer.url,
    LOG_LEVEL: 'warn',
  }
  await mkdir(dataDir)
  fillDatabaseFolder(path.join(dataDir, 'database'))
  const database = await openEmbedded(path.join(dataDir, 'database'))
  await database.query("insert into teachers (id, subject, plan) values ($1, 'ana', 'SCHOOLS')", [
    randomUUID(),
  ])
  await database.close()
})
afterAll(async () => {
  await end('SIGKILL')
  issuer.close()
  rmSync(folder, { recursive: true, force: true })
})

const program = () => path.join(inject('bundle'), 'start.js')
const command = (...words: string[]) =>
  promisify(execFile)(process.execPath, [program(), ...words], { env: environment })

async function end(signal: NodeJS.Signals): Promise<void> {
  if (child === null) return
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  child = null
}

async function launch(): Promise<void> {
  const started = spawn(process.execPath, [program()], { env: environment })
  child = started
  const output: string[] = []
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (data) => output.push(String(data)))
  while (!output.join('').includes('Your data is in')) {
    if (started.exitCode !== null) throw new Error(`The server ended: ${output.join('')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const get = async (address: string) =>
  (await fetch(`${origin}${apiBase}${address}`, { headers: { authorization } })).text()

async function submit(words: number): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(`${origin}${apiBase}/documents/text`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text: prose(words) }),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as Document).id
}

async function upload(words: number): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([prose(words)]), 'essay.txt')
  const response = await fetch(`${origin}${apiBase}/documents/upload`, {
    method: 'POST',
    headers: { authorization },
    body,
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as Document).id
}

async function completed(id: string): Promise<void> {
  for (;;) {
    const { status } = JSON.parse(await get(`/documents/${id}`)) as Document
    if (status === 'COMPLETED') return
    expect(['UPLOADED', 'QUEUED', 'PROCESSING']).toContain(status)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  // Whatever is being written, such as the file whose date says the storage's time, is there for a moment
  // only.
  const entries = found.filter((each) => each.isFile() && path.basename(each.parentPath) !== unfinishedFolder)
  return Object.fromEntries(
    await Promise.all(
      entries.map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name)
        return [path.relative(folder, file), await readFile(file, 'base64')] as const
      }),
    ),
  )
}

test('a backup made while the product was running restores every report byte for byte', async () => {
  await launch()
  const ids = [await submit(60), await upload(300), await submit(1_200)]
  for (const id of ids) await completed(id)
  const readReports = async () => ({
    reports: await Promise.all(ids.map((id) => get(`/results/document/${id}`))),
    texts: await Promise.all(ids.map((id) => get(`/documents/${id}/text`))),
  })
  const before = await readReports()
  const uploads = await filesOf(path.join(dataDir, 'files'))
  // The upload, and the mark that names the installation.
  expect(Object.keys(uploads)).toHaveLength(2)

  // Work goes on during the backup.
  const meanwhile = Promise.all([submit(20_000), upload(200), submit(90)])
  const { stdout } = await command('backup', '--to', target)
  const made = await readdir(target)
  expect(made).toHaveLength(1)
  expect(stdout).toContain(path.join(target, made[0] ?? ''))
  await meanwhile
  await end('SIGKILL')

  await rm(dataDir, { recursive: true })
  await command('restore', path.join(target, made[0] ?? ''))
  await launch()
  expect(await readReports()).toEqual(before)
  expect(await filesOf(path.join(dataDir, 'files'))).toMatchObject(uploads)
  // Unfinished work of the copy is finished now, and new work is accepted.
  for (const { id } of JSON.parse(await get('/documents')) as Document[]) await completed(id)
  await completed(await upload(120))
  await end('SIGTERM')
})

describe('a backup', () => {
  const newest = async () => path.join(target, (await readdir(target)).sort().at(-1) ?? '')

  test('can also be made while the product is stopped', async () => {
    const before = await readdir(target)
    await command('backup', '--to', target)
    expect(await readdir(target)).toHaveLength(before.length + 1)
    expect(existsSync(path.join(dataDir, 'database.lock'))).toBe(false)
  })

  test('is only restored into an empty folder', async () => {
    await expect(command('restore', await newest())).rejects.toMatchObject({
      stderr: expect.stringContaining('is not empty'),
    })
  })

  test.each([
    ['a file was changed', (file: string) => appendFile(file, 'x'), /damaged: database\/PG_VERSION/],
    ['a file is missing', (file: string) => rm(file), /incomplete: database\/PG_VERSION/],
    ['a file was added', (file: string) => writeFile(`${file}.new`, ''), /changed: database\/PG_VERSION.new/],
  ])('is refused when %s, before anything is restored', async (_what, damage, words) => {
    const backupFolder = path.join(folder, `damaged-${randomUUID()}`)
    cpSync(await newest(), backupFolder, { recursive: true })
    await damage(path.join(backupFolder, 'database', 'PG_VERSION'))
    const fresh = path.join(folder, `fresh-${randomUUID()}`)
    await expect(
      restoreBackup({ dataDir: fresh, databaseUrl: null, version: '9.0.0' }, backupFolder),
    ).rejects.toThrow(words)
    expect(existsSync(fresh)).toBe(false)
  })

  test('from a newer version or another kind of database is refused, saying what to do', async () => {
    const backupFolder = await newest()
    const fresh = path.join(folder, 'fresh')
    await expect(
      restoreBackup({ dataDir: fresh, databaseUrl: null, version: '0.0.9' }, backupFolder),
    ).rejects.toThrow('Install that version first')
    const served = { dataDir: fresh, databaseUrl: 'postgres://localhost/x', version: '9.0.0' }
    await expect(restoreBackup(served, backupFolder)).rejects.toThrow('Unset DATABASE_URL')
    await expect(
      restoreBackup({ dataDir: fresh, databaseUrl: null, version: '9.0.0' }, folder),
    ).rejects.toThrow('There is no backup in')
  })

  test('fails if no process answers', async () => {
    await expect(requestBackup(path.join(folder, 'silent'), target, 0)).rejects.toThrow('did not answer')
    expect(await readdir(path.join(folder, 'silent', 'backup-requests'))).toEqual([])
  })

  test('of nothing is refused', async () => {
    environment = { ...environment, DATA_DIR: path.join(folder, 'nowhere') }
    await expect(command('backup')).rejects.toMatchObject({
      stderr: expect.stringContaining('There is nothing to back up'),
    })
    await expect(command('backup', '--too', 'x')).rejects.toMatchObject({
      stderr: expect.stringContaining('npm run backup'),
    })
  })
})

test('passes the password of a PostgreSQL server without other users seeing it', () => {
  expect(connectionVariables('postgres://ana:s%40crt@db.school.example:5433/pen?sslmode=require')).toEqual({
    PGHOST: 'db.school.example',
    PGPORT: '5433',
    PGUSER: 'ana',
    PGPASSWORD: 's@crt',
    PGDATABASE: 'pen',
    PGSSLMODE: 'require',
  })
})
