import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { Browser } from 'playwright'
import { textOf } from '../../bench/texts.ts'
import { createExtractor, extractBytes } from '../../packages/extract/src/index.ts'
import { findChromium } from '../e2e/browser/find.ts'
import { launchChromium } from '../e2e/browser/launch.ts'
import { plainTable } from '../reliability/table.ts'
import { binariesFolder, fetchNode, NotFetchedError, nodeVersions } from './binaries.ts'
import { environmentOf, installCopy } from './installation.ts'
import { runJourney } from './journey.ts'
import type { Outcome } from './read-files.ts'
import { differences, type Readings, readAll } from './readings.ts'

/**
 * `npm run trial -- nodes [--only 24,26]`: runs the product on one version of each line of Node that it
 * supports. Each is fetched from npm into a cache folder, outside the lockfile. Each installs a copy of the
 * project as a new user would; there a teacher's main journey passes in a real browser, every kept file is
 * read, and `npx penmark score` is run; readings and scores must be those of the Node that runs this.
 */
const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const lines = values.only?.split(',') ?? null
const versions = nodeVersions.filter((version) => lines?.includes(version.split('.')[0] ?? '') ?? true)
if (versions.length === 0)
  throw new Error(`None of ${nodeVersions.join(', ')} was chosen. Name lines, for example: --only 24,26`)

const chromium = findChromium()
if (chromium === null) throw new Error('The journey needs a Chromium. Install one or set CHROMIUM_PATH.')

const interruption = new AbortController()
const { signal } = interruption
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort())

const problems: string[] = []
const rows: (string | number)[][] = []
const folder = await mkdtemp(join(tmpdir(), 'penmark-nodes-'))
const browser = await launchChromium(chromium, { handleSIGINT: false })
// What the journey waits for then fails at once.
signal.addEventListener('abort', () => void browser.close())
try {
  const texts = join(folder, 'texts.jsonl')
  await writeFile(
    texts,
    Array.from({ length: 20 }, (_, i) => `${JSON.stringify({ id: i, text: textOf(500, i) })}\n`).join(''),
  )
  process.stderr.write(`… Node ${process.versions.node}, which the others are compared with\n`)
  const expected = { readings: await readHere(), scores: await score(process.execPath, root, texts) }
  for (const version of versions) rows.push(await tryVersion(version, browser, texts, expected))
} catch (error) {
  if (!signal.aborted) throw error
} finally {
  await browser.close()
  await rm(folder, { recursive: true, maxRetries: 5 })
}
if (signal.aborted) {
  process.stderr.write('Interrupted.\n')
  process.exit(130)
}
const columns = [
  'Node',
  'npm ci (s)',
  'Journey',
  'Start (s)',
  'Files read',
  'Reader starts from',
  'Five-page PDFs a second and core',
  'npx penmark score',
]
process.stdout.write(`${plainTable({ columns, rows })}\n`)
for (const problem of problems) process.stdout.write(`\n${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0

interface Expected {
  readings: Readings
  scores: string
}

async function tryVersion(
  version: string,
  openBrowser: Browser,
  texts: string,
  expected: Expected,
): Promise<(string | number)[]> {
  signal.throwIfAborted()
  process.stderr.write(`… Node ${version}\n`)
  let node: string
  try {
    node = await fetchNode(version, binariesFolder())
  } catch (error) {
    if (!(error instanceof NotFetchedError)) throw error
    problems.push(error.message)
    return [version, 'not fetched', '–', '–', '–', '–', '–', '–']
  }
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      problems.push(`Node ${version}, ${what}: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }
  const project = join(folder, version)
  const installSeconds = await attempt('npm ci', () => installCopy(node, project, signal))
  if (installSeconds === null) return [version, 'failed', '–', '–', '–', '–', '–', '–']
  // The journey also builds the server, whose file reader is then tried by itself.
  const startSeconds = await attempt('journey', () => runJourney(openBrowser, { node, project }, signal))
  const read = await attempt('reading files', async () => {
    const outcome = await readFiles(node, join(project, 'apps/server/dist'))
    if (outcome.startsFrom !== 'snapshot') throw new Error('the file reader starts without its snapshot')
    const different = differences(expected.readings, outcome.readings)
    if (different.length > 0)
      throw new Error(`read otherwise than by Node ${process.versions.node}: ${different.join(', ')}`)
    return outcome
  })
  const isScored = await attempt('npx penmark score', async () => {
    if ((await score(node, project, texts)) !== expected.scores)
      throw new Error(`the scores are not those of Node ${process.versions.node}`)
    return true
  })
  await rm(project, { recursive: true })
  const word = (result: unknown) => (result === null ? 'failed' : 'passed')
  return [
    version,
    Math.round(installSeconds),
    word(startSeconds),
    startSeconds?.toFixed(1) ?? '–',
    read === null ? 'failed' : Object.keys(read.readings).length,
    read?.startsFrom ?? '–',
    read?.pdfsPerSecondAndCore ?? '–',
    word(isScored),
  ]
}

async function readHere(): Promise<Readings> {
  const { recognise, close } = createExtractor()
  try {
    return await readAll(async (path) => extractBytes(await readFile(path)), recognise)
  } finally {
    await close()
  }
}

async function readFiles(node: string, builtServer: string): Promise<Outcome> {
  const { stdout } = await run(
    node,
    ['--import', 'tsx', join(import.meta.dirname, 'read-files.ts'), builtServer],
    { cwd: root, signal },
  )
  return JSON.parse(stdout) as Outcome
}

async function score(node: string, project: string, texts: string): Promise<string> {
  const to = join(folder, 'scores.jsonl')
  await rm(to, { force: true })
  await run('npx', ['penmark', 'score', '--jsonl', texts, '--out', to], {
    cwd: project,
    env: environmentOf(node),
    signal,
  })
  return readFile(to, 'utf8')
}
