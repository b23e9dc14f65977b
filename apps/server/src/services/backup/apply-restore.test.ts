import { existsSync } from 'node:fs'
import {
  cp,
  type FileHandle,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { Script } from 'node:vm'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '../../locale/problems/reason.ts'
import {
  type RestorePlan,
  readOutcome,
  readPlan,
  restoreBackupsFolder,
  restorePaths,
} from './restore-folder.ts'

let folder = ''
let program: Script
let template = ''

const plan: RestorePlan = {
  ticket_hash: 'hash',
  planned_at: '2026-11-23T12:00:00.000Z',
  phase: 'move-out',
  name: 'penmark-20261120T030000Z.tar',
  size_bytes: 10_000,
  contents: {
    made_at: '2026-11-20T03:00:00.000Z',
    made_by: 'schedule',
    version: '0.1.0',
    files: 3,
    size_bytes: 9,
    teachers: 1,
    documents: 2,
  },
  former: 'penmark-20261123T120000Z',
  former_folders: null,
  reason: null,
}

/** Replaces node:fs/promises: the chosen step never returns, as if the process had been killed before it. */
const killableFs = `
import { promises } from 'node:fs'
export const steps = { left: 0, handles: [], onKill() {} }
const killable = (name) => (...args) => {
  steps.left -= 1
  if (steps.left !== 0) return promises[name](...args)
  steps.onKill()
  return new Promise(() => {})
}
export const [mkdir, rename, rm, rmdir, writeFile] = ['mkdir', 'rename', 'rm', 'rmdir', 'writeFile'].map(killable)
const openFile = killable('open')
export async function open(...args) {
  const handle = await openFile(...args)
  steps.handles.push(handle)
  return handle
}
export const { copyFile, link, readdir, readFile, stat, statfs } = promises
`

/** Starts the product. If the database does not open, the restore is undone. */
const source = `
import { steps } from 'node:fs/promises'
import { applyPlannedRestore, confirmRestore, undoRestore } from './apply-restore.ts'
const logger = { info() {}, error() {} }
async function work(dataDir, opening) {
  await applyPlannedRestore(dataDir, logger)
  if (opening === 'opens') await confirmRestore(dataDir)
  else await undoRestore(dataDir, new Error('The database does not open.'), logger)
  return 'ended'
}
export const { handles } = steps
export function start(dataDir, opening, killedAt) {
  steps.left = killedAt
  return Promise.race([new Promise((resolve) => { steps.onKill = () => resolve('killed') }), work(dataDir, opening)])
}
`

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-apply-'))
  const fs = path.join(folder, 'killable-fs.mjs')
  await writeFile(fs, killableFs)
  const stdin = { contents: source, resolveDir: import.meta.dirname, loader: 'ts' as const }
  const alias = { 'node:fs/promises': fs }
  const options = {
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  } as const
  const { outputFiles } = await build({ stdin, alias, ...options })
  program = new Script(`(function (module, require) { ${outputFiles[0]?.text}\n})`)
  template = path.join(folder, 'template')
  const { plan: planFile, staged } = restorePaths(template)
  await fill(template, 'old', ['database', 'files'])
  await fill(staged, 'new', ['database', 'files', 'outbox'])
  await writeFile(planFile, JSON.stringify(plan))
})
afterAll(async () => {
  for (const handle of opened.flat()) await handle.close()
  await rm(folder, { recursive: true, force: true })
})

async function fill(folder: string, words: string, names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(path.join(folder, name), { recursive: true })
    await writeFile(path.join(folder, name, 'content'), words)
  }
}

async function newData(): Promise<string> {
  const dataDir = await mkdtemp(path.join(folder, 'data-'))
  await cp(template, dataDir, { recursive: true })
  return dataDir
}

type Opening = 'opens' | 'does not open'

interface Program {
  /** The files it opened. */
  handles: FileHandle[]
  start(dataDir: string, opening: Opening, killedAt: number): Promise<'ended' | 'killed'>
}
const require = createRequire(import.meta.url)

/** The files that all programs opened: unlike a killed process, a killed program leaves some open. */
const opened: FileHandle[][] = []

/** Compiled once, because every start evaluates it anew. */
function load(): Program {
  const module: { exports: unknown } = { exports: {} }
  const evaluate = program.runInThisContext() as (...given: [typeof module, NodeJS.Require]) => void
  evaluate(module, require)
  const loaded = module.exports as Program
  opened.push(loaded.handles)
  return loaded
}

/** Each start evaluates a new program, which shares no state with the one before and takes over its lock. */
async function start(dataDir: string, opening: Opening, killedAt = 0): Promise<'ended' | 'killed'> {
  const end = await load().start(dataDir, opening, killedAt)
  if (end === 'killed') await rm(path.join(dataDir, 'database.lock'), { force: true })
  return end
}

/** The content of each folder of an installation. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = ['database', 'files', 'outbox'].filter((name) => existsSync(path.join(folder, name)))
  const contents = names.map(
    async (name): Promise<[string, string]> => [
      name,
      await readFile(path.join(folder, name, 'content'), 'utf8'),
    ],
  )
  return Object.fromEntries(await Promise.all(contents))
}

const former = (dataDir: string) => path.join(dataDir, restoreBackupsFolder, plan.former)
const isOver = async (dataDir: string) => ({
  plan: await readPlan(dataDir),
  left: await readdir(restorePaths(dataDir).folder),
})

async function expectRestored(dataDir: string): Promise<void> {
  expect(await contentsOf(dataDir)).toEqual({ database: 'new', files: 'new', outbox: 'new' })
  expect(await contentsOf(former(dataDir))).toEqual({ database: 'old', files: 'old' })
  expect(await readOutcome(dataDir)).toMatchObject({ ticket_hash: 'hash', reason: null, is_recorded: false })
}

async function expectFormer(dataDir: string, reason: string): Promise<void> {
  expect(await contentsOf(dataDir)).toEqual({ database: 'old', files: 'old' })
  expect(existsSync(former(dataDir))).toBe(false)
  const outcome = await readOutcome(dataDir)
  expect(outcome?.is_recorded).toBe(true)
  expect(outcome?.reason && sentenceOf(outcome.reason)).toBe(reason)
}

test('replaces the data, and keeps the former ones', async () => {
  const dataDir = await newData()
  await start(dataDir, 'opens')
  await expectRestored(dataDir)
  expect(await isOver(dataDir)).toEqual({ plan: null, left: ['outcome.json'] })
})

test('returns to the former data if the restored database cannot be opened', async () => {
  const dataDir = await newData()
  await start(dataDir, 'does not open')
  await expectFormer(dataDir, 'The database does not open.')
  expect(await isOver(dataDir)).toEqual({ plan: null, left: ['outcome.json'] })
})

describe('killed before any of its steps', () => {
  test.each([
    ['finishes the restore at the next start', 'opens', expectRestored],
    [
      'returns to the former data at the next start',
      'does not open',
      (dataDir: string) => expectFormer(dataDir, 'The database does not open.'),
    ],
  ] as const)('%s', async (_what, opening, expectEnd) => {
    let steps = 0
    for (let killedAt = 1; ; killedAt += 1) {
      const dataDir = await newData()
      if ((await start(dataDir, opening, killedAt)) === 'ended') break
      steps += 1
      await start(dataDir, opening)
      await expectEnd(dataDir)
      expect((await isOver(dataDir)).plan).toBeNull()
      await rm(dataDir, { recursive: true })
    }
    expect(steps).toBeGreaterThan(15)
  })
})

test('is cancelled, and the former data stay, if the unpacked backup is gone or has no database', async () => {
  for (const missing of ['', 'database']) {
    const dataDir = await newData()
    await rm(path.join(restorePaths(dataDir).staged, missing), { recursive: true })
    await start(dataDir, 'opens')
    await expectFormer(dataDir, 'The unpacked backup is gone.')
  }
})

test('goes on with a restore that version 0.2.0 began', async () => {
  const dataDir = await newData()
  await mkdir(former(dataDir), { recursive: true })
  for (const name of ['database', 'files'])
    await rename(path.join(dataDir, name), path.join(former(dataDir), name))
  const { former_folders: _, ...common } = plan
  await writeFile(
    restorePaths(dataDir).plan,
    JSON.stringify({ ...common, phase: 'in', had: ['database', 'files'] }),
  )
  await start(dataDir, 'does not open')
  await expectFormer(dataDir, 'The database does not open.')
})

test('leaves the data alone where a folder cannot be moved', async () => {
  const dataDir = await newData()
  // A file is in the way of the folder for the former data.
  await writeFile(path.join(dataDir, restoreBackupsFolder), '')
  await start(dataDir, 'opens')
  expect(await contentsOf(dataDir)).toEqual({ database: 'old', files: 'old' })
  expect((await readOutcome(dataDir))?.reason?.params.text).toContain('before-restore')
})

test('waits for the process that still has the database open', async () => {
  const dataDir = await newData()
  const holder = {
    pid: process.pid,
    process_started: '',
    host: os.hostname(),
    since: new Date().toISOString(),
  }
  await writeFile(path.join(dataDir, 'database.lock'), JSON.stringify(holder))
  await expect(start(dataDir, 'opens')).rejects.toThrow('in use')
  expect(await contentsOf(dataDir)).toEqual({ database: 'old', files: 'old' })
  expect((await readPlan(dataDir))?.phase).toBe('move-out')
})
