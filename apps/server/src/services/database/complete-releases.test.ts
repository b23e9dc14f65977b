import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { apiBase } from '@penmark/contract'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { serverFlags } from '../../../../../scripts/server-flags.ts'
import {
  completeReleases,
  type Engine,
  filesKey,
  type RecordedPerson,
  readCompleteDump,
  readPeople,
  unpackCompleteData,
} from '../../../../../tests/releases/releases.ts'
import { createAttack } from '../../testing/attack.ts'
import { tinyModel } from '../../testing/database.ts'
import { freePort } from '../../testing/port.ts'
import { readManifest } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { createBrowser, readTokens } from '../identity/testing/browser.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { connectServer } from './server.ts'

const address = process.env.TEST_DATABASE_URL
const engine: Engine = address ? 'postgresql' : 'embedded'
const fail = () => undefined

let folder = ''
const cleanups: (() => unknown)[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-complete-'))
})
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
  await rm(folder, { recursive: true, force: true })
})

/** Data as a version left it. */
interface Data {
  dataDir: string
  databaseUrl: string | null
}

/** An empty database on the server, dropped after the test. */
async function createDatabase(): Promise<string> {
  const name = `penmark_complete_${randomUUID().slice(0, 8)}`
  const run = async (statement: string) => {
    const server = await connectServer(address ?? '', fail)
    await server.query(statement)
    await server.close()
  }
  await run(`create database ${name}`)
  cleanups.push(() => run(`drop database if exists ${name} with (force)`))
  return new URL(`/${name}`, address).href
}

async function unpack(release: string, name: string): Promise<Data> {
  const dataDir = path.join(folder, name)
  await unpackCompleteData(release, engine, dataDir)
  if (!address) return { dataDir, databaseUrl: null }
  const databaseUrl = await createDatabase()
  const database = await connectServer(databaseUrl, fail)
  await database.script(await readCompleteDump(release))
  await database.close()
  return { dataDir, databaseUrl }
}

/** Opens the database as it is, without migrating. */
async function withRawDatabase<T>(
  { dataDir, databaseUrl }: Data,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database =
    databaseUrl === null
      ? await openEmbedded(path.join(dataDir, 'database'))
      : await connectServer(databaseUrl, fail)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * What an update may renew before it makes its backup, and counters that PostgreSQL itself forgets in a
 * crash.
 */
const notCompared = ['migrations', 'visitor_count']

/** A digest of the rows of every table. */
const readTables = (data: Data) =>
  withRawDatabase(data, async (database) => {
    const { rows } = await database.query(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const digests: Record<string, string> = {}
    for (const { name } of rows.filter((row) => !notCompared.includes(String(row.name)))) {
      const read = `select count(*)::int as count, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest from public.${String(name)} t`
      const [row] = (await database.query(read)).rows
      digests[String(name)] = `${String(row?.count)} ${String(row?.digest)}`
    }
    return digests
  })

/** The SHA-256 of every stored file, by its place below the data folder. */
async function readFiles(dataDir: string): Promise<Record<string, string>> {
  const root = path.join(dataDir, 'files')
  const digests: Record<string, string> = {}
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    digests[path.relative(root, file)] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  }
  return digests
}

/** When the data was written: an archive keeps the times of its files. */
async function writtenAt(dataDir: string): Promise<number> {
  const entries = await readdir(dataDir, { recursive: true })
  const times = await Promise.all(
    entries.map(async (entry) => (await stat(path.join(dataDir, entry))).mtimeMs),
  )
  return Math.max(...times)
}

const preloaded = path.join(import.meta.dirname, '../../../../../tests/reliability/faults/inject-faults.mjs')

/**
 * Starts this version on the data, and waits until it answers. Its clock stands at the time of the data, as
 * secrets, links and deleted documents in it have expired since.
 */
async function start({
  dataDir,
  databaseUrl,
}: Data): Promise<{ origin: string; stop: () => Promise<number | null> }> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    DETECTOR_MODEL: tinyModel(),
    LOG_LEVEL: 'error',
    // A busy machine takes longer than usual to finish the documents in the queue.
    FINISH_SECONDS: '240',
    FAULT_CLOCK_SHIFT_MS: String(Math.round((await writtenAt(dataDir)) - Date.now())),
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, FILES_KEY: filesKey }),
  }
  const child: ChildProcess = spawn(
    process.execPath,
    [...serverFlags, '--import', preloaded, path.join(inject('bundle'), 'start.js')],
    {
      env: environment,
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const exit = once(child, 'exit') as Promise<[number | null]>
  const stop = async () => {
    child.kill('SIGTERM')
    return (await exit)[0]
  }
  cleanups.push(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop()
  })
  while (!(await fetch(`${origin}/healthz`).then(({ ok }) => ok, fail))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { origin, stop }
}

/** Signs in as the person did in the version that wrote the data. */
async function signIn(origin: string, { email, password, recovery_codes }: RecordedPerson): Promise<string> {
  const browser = createBrowser(origin)
  const verifier = 'verifier'.repeat(8)
  const form = await browser.authorize({}, verifier)
  let { url } = await browser.post(form.url, { email, password })
  const [code] = recovery_codes
  if (code !== undefined) url = (await browser.post(url.href.replace('/code?', '/recovery?'), { code })).url
  return (await readTokens(await browser.exchange(url.searchParams.get('code') ?? '', verifier))).access_token
}

/**
 * What today's answers may say differently: time has passed, the address is another, or a later rule, model
 * or plan applies to old work too.
 */
const volatile = new Set([
  'updated_at',
  'current_period_end',
  'words_renewed_at',
  'words_used_current_cycle',
  'remaining_words_current_cycle',
  'chars_used_current_cycle',
  'remaining_chars_current_cycle',
  'documents_processed_current_cycle',
  'upcoming',
  'failing_since',
  'stripe_customer_portal_url',
  'login_url',
  'launch_url',
  'keys_url',
  'current_plan_char_limit',
  'expected',
  'expected_flags',
  'may_recheck',
  // The account was asked for before the last files were stored.
  'storage_used_bytes',
])

/** What single calls say otherwise since a later rule, by the beginning of their path. */
const laterRules: [path: string, names: string[]][] = [
  // No AI score stands beside a student's name in administrators' lists.
  ['/admin/documents/all', ['score', 'ai_score']],
  // Emails in the outbox were called sent.
  ['/admin/mails', ['state']],
  // A referral needs a hearing unless an administrator chose otherwise.
  ['/cases', ['may_refer_unheard']],
  ['/admin/case-policy', ['may_refer_unheard']],
  // A record that a program sent at once, as this one was, is no longer called intact.
  ['/documents', ['integrity']],
  ['/writing', ['integrity']],
  // Registering interest in an integration stores nothing.
  ['/teachers/me/export', ['integration_interests']],
]

/** Calls that are no longer made. */
const removedCalls = ['/admin/interests']

/** What other fields are called since. */
const laterNames: Record<string, string> = { deed: 'action' }

/** How sentences of before end, and how since: a text that waits for words is read when its teacher asks. */
const laterSentences = [
  [
    'after an upgrade it is read by itself, and in a new month when you choose Reprocess.',
    'and can be read in one click once there are words again.',
  ],
] as const

const saysSoSince = (older: unknown, now: unknown): boolean =>
  laterSentences.some(([before, since]) => String(older).endsWith(before) && String(now).endsWith(since))

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/**
 * Where an answer lacks what the older version answered, or says it differently. More fields and rows are
 * fine.
 */
function differences(call: string, older: unknown, now: unknown, at = ''): string[] {
  if (Array.isArray(older)) {
    if (!Array.isArray(now)) return [`${at} is no list`]
    return older.flatMap((row, nth) => {
      const found =
        isObject(row) && 'id' in row
          ? now.find((each: unknown) => isObject(each) && each.id === row.id)
          : now[nth]
      return differences(call, row, found, `${at}/${isObject(row) && 'id' in row ? String(row.id) : nth}`)
    })
  }
  if (isObject(older)) {
    if (!isObject(now)) return [`${at} is missing`]
    const changed = laterRules.flatMap(([path, names]) => (call.startsWith(path) ? names : []))
    const kept = Object.entries(older).filter(([name]) => !volatile.has(name) && !changed.includes(name))
    return kept.flatMap(([name, value]) =>
      differences(call, value, now[laterNames[name] ?? name], `${at}.${name}`),
    )
  }
  return older === now || saysSoSince(older, now)
    ? []
    : [`${at} was ${JSON.stringify(older)} and is ${JSON.stringify(now)}`]
}

const attack = createAttack(
  'updates',
  'data of every kind is opened by this version, and rolled back from the backup made before',
  'updates',
)
afterAll(() => attack.expectDefended(2 * completeReleases.length))

describe.each(completeReleases)(`all data of %s (${engine})`, (release) => {
  test('is there after an update, where people sign in and read what they could, and comes back whole from the backup made before it', async () => {
    const data = await unpack(release, 'data')
    // Of a copy, as reading opens the database: the update has to find it as the older version left it.
    const [tables, files] = [await readTables(await unpack(release, 'copy')), await readFiles(data.dataDir)]
    expect(Object.keys(tables).length).toBeGreaterThan(40)
    const { origin, stop } = await start(data)
    for (const person of await readPeople(release, engine)) {
      const headers = { authorization: `Bearer ${await signIn(origin, person)}` }
      expect(person.answers.length).toBeGreaterThan(20)
      for (const { path: call, answer } of person.answers.filter(
        ({ path }) => !removedCalls.includes(path),
      )) {
        const response = await fetch(`${origin}${apiBase}${call}`, { headers })
        const text = await response.text()
        expect([call, response.status, text.slice(0, 300)]).toEqual([call, 200, text.slice(0, 300)])
        // Later versions name and order the columns of a table differently.
        if (call.endsWith('/csv')) continue
        const isJson = response.headers.get('content-type')?.startsWith('application/json')
        expect([call, differences(call, answer, isJson ? JSON.parse(text) : text)]).toEqual([call, []])
      }
    }
    expect(await stop()).toBe(0)
    expect(await readFiles(data.dataDir)).toMatchObject(files)
    attack.count(`opened: ${release}`, false)

    const [backup = '', ...others] = await readdir(path.join(data.dataDir, 'before-update'))
    expect(others).toEqual([])
    const backupFolder = path.join(data.dataDir, 'before-update', backup)
    const { version } = await readManifest(backupFolder)
    const restored: Data = {
      dataDir: path.join(folder, 'again'),
      databaseUrl: address ? await createDatabase() : null,
    }
    await restoreBackup({ ...restored, version }, backupFolder)
    expect(await readFiles(restored.dataDir)).toEqual(files)
    expect(await readTables(restored)).toEqual(tables)
    attack.count(`rolled back: ${release}`, false)
  })
})
