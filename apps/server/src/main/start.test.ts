import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { apiBase, type Document } from '@penmark/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openEmbedded } from '../services/database/embedded/embedded.ts'
import { fillDatabaseFolder, tinyModel } from '../testing/database.ts'
import { freePort } from '../testing/port.ts'
import { startTestIssuer, type TestIssuer } from '../testing/services/token-issuer.ts'
import { prose } from '../testing/text.ts'

let folder = ''
let origin = ''
let issuer: TestIssuer
let headers: Record<string, string>
let environment: NodeJS.ProcessEnv
const running = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-start-'))
  issuer = await startTestIssuer()
  const port = await freePort()
  origin = `http://localhost:${port}`
  headers = { authorization: `Bearer ${await issuer.tokenFor('ana')}`, 'content-type': 'application/json' }
  environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: folder,
    DETECTOR_MODEL: tinyModel(),
    OIDC_ISSUER: issuer.url,
    LOG_LEVEL: 'warn',
  }
  fillDatabaseFolder(path.join(folder, 'database'))
  const database = await openEmbedded(path.join(folder, 'database'))
  await database.query("insert into teachers (id, subject, plan) values ($1, 'ana', 'SCHOOLS')", [
    randomUUID(),
  ])
  await database.close()
})

afterAll(async () => {
  for (const child of running) {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  issuer.close()
  await rm(folder, { recursive: true, force: true })
})

function launch(changes: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [path.join(inject('bundle'), 'start.js')], {
    env: { ...environment, ...changes },
  })
  running.add(child)
  const output: string[] = []
  child.stdout.on('data', (data) => output.push(String(data)))
  child.stderr.on('data', (data) => output.push(String(data)))
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return { child, output, ended }
}

type Launched = ReturnType<typeof launch>

async function launchReady(): Promise<Launched> {
  const launched = launch()
  let hasEnded = false
  void launched.ended.then(() => {
    hasEnded = true
  })
  while (!launched.output.join('').includes('Your data is in')) {
    if (hasEnded) throw new Error(`The server ended: ${launched.output.join('')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  return launched
}

async function submit(words: number): Promise<Document> {
  const response = await fetch(`${origin}${apiBase}/documents/text`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text: prose(words) }),
  })
  expect(response.status).toBe(201)
  return (await response.json()) as Document
}

async function until(id: string, isWanted: (document: Document) => boolean): Promise<Document> {
  for (;;) {
    const document = (await (
      await fetch(`${origin}${apiBase}/documents/${id}`, { headers })
    ).json()) as Document
    if (isWanted(document)) return document
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('loses nothing acknowledged when killed in the middle of a job, and finishes after the restart', async () => {
  const first = await launchReady()
  const done = await submit(60)
  await until(done.id, ({ status }) => status === 'COMPLETED')
  const long = await submit(100_000)
  const waiting = [await submit(60), await submit(70)]
  await until(long.id, ({ status }) => status === 'PROCESSING')
  first.child.kill('SIGKILL')
  await first.ended

  const second = await launchReady()
  expect((await until(done.id, () => true)).status).toBe('COMPLETED')
  for (const { id } of [long, ...waiting]) {
    const document = await until(id, ({ status }) => !['QUEUED', 'PROCESSING'].includes(status))
    expect(document.status).toBe('COMPLETED')
  }
  const list = (await (await fetch(`${origin}${apiBase}/documents/`, { headers })).json()) as Document[]
  expect(list).toHaveLength(4)

  const intruder = launch({ PORT: String(await freePort()) })
  expect(await intruder.ended).toBe(1)
  expect(intruder.output.join('')).toContain('The data folder is in use by process')

  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('removes what a killed process left of a backup, and no complete backup', async () => {
  const backups = path.join(folder, 'backups')
  for (const name of ['penmark-20260101T000000Z.part', 'penmark-20260102T000000Z', 'mine.part']) {
    await mkdir(path.join(backups, name), { recursive: true })
    await writeFile(path.join(backups, name, 'half'), 'ha')
  }
  const { child, ended } = await launchReady()
  expect((await readdir(backups)).sort()).toEqual(['mine.part', 'penmark-20260102T000000Z'])
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('tells the operator that it is ready only once it serves', async () => {
  const metricsPort = await freePort()
  const { child, ended } = launch({ METRICS_PORT: String(metricsPort) })
  const isReady = () =>
    fetch(`http://127.0.0.1:${metricsPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await isReady())) await new Promise((resolve) => setTimeout(resolve, 5))
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('ends in order when it is asked to stop the moment it answers', async () => {
  const { child, ended } = launch()
  const answers = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await answers())) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('lists wrong settings and does not start', async () => {
  const { output, ended } = launch({ PORT: 'eighty', LOG_LEVEL: 'loud' })
  expect(await ended).toBe(1)
  expect(output.join('')).toMatch(/PORT must be a whole number[\s\S]*LOG_LEVEL/)
})
