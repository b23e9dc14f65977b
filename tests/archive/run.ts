import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { Browser } from 'playwright'
import { submissions } from '../../scripts/screenshots/submissions.ts'
import { findChromium } from '../e2e/browser/find.ts'
import { launchChromium } from '../e2e/browser/launch.ts'
import { binariesFolder, fetchNode, nodeVersions } from '../nodes/binaries.ts'
import { type Installed, runJourney } from '../nodes/journey.ts'
import { plainTable } from '../reliability/table.ts'
import { carryOver, releasedData } from './carry-over.ts'

/**
 * `npm run trial -- archive [--only 24,26]`: what a stranger does with the archive that `npm run release`
 * made, and nothing else: on one version of each line of Node, in a fresh folder outside any repository and
 * without npm packages. A teacher works with it; the data of earlier releases is opened, backed up and
 * restored; and npx runs the archive without reaching a registry.
 */
const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const program = 'program/scripts/penmark.mjs'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const lines = values.only?.split(',') ?? null
const versions = nodeVersions.filter((version) => lines?.includes(version.split('.')[0] ?? '') ?? true)
const [archive] = (await readdir(join(root, 'release')).catch(() => [])).filter((name) =>
  /^penmark-[\d.]+\.tgz$/.test(name),
)
if (archive === undefined) throw new Error('There is no archive. Make one first: npm run release')
const chromium = findChromium()
if (chromium === null) throw new Error('The journey needs a Chromium. Install one or set CHROMIUM_PATH.')

const interruption = new AbortController()
const { signal } = interruption
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort())

const rows: (string | number)[][] = []
const browser = await launchChromium(chromium, { handleSIGINT: false })
try {
  for (const version of versions) rows.push(await tryArchive(version, browser))
} finally {
  await browser.close()
}
const columns = [
  'Node',
  'Journey',
  'Start (s)',
  `Data of ${releasedData.map(({ version }) => version).join(' and ')}`,
  'Backups restored',
  'npx, offline',
]
process.stdout.write(`${plainTable({ columns, rows })}\n`)

async function tryArchive(version: string, openBrowser: Browser): Promise<(string | number)[]> {
  process.stderr.write(`… Node ${version}\n`)
  const node = await fetchNode(version, binariesFolder())
  const folder = await mkdtemp(join(tmpdir(), 'penmark-archive-'))
  try {
    await cp(join(root, 'release', archive ?? ''), join(folder, archive ?? ''))
    await run('tar', ['-xzf', archive ?? ''], { cwd: folder })
    const installed: Installed = { node, project: join(folder, 'penmark'), program }
    const startSeconds = await runJourney(openBrowser, installed, signal)
    for (const data of releasedData) await carryOver(data, openBrowser, installed, folder, signal)
    await checkWithNpx(node, folder)
    return [version, 'passed', startSeconds.toFixed(1), 'opened', 'passed', 'passed']
  } finally {
    await rm(folder, { recursive: true, maxRetries: 5 })
  }
}

/** Scores an essay with `npx ./penmark-VERSION.tgz check`, while no registry can be reached. */
async function checkWithNpx(node: string, folder: string): Promise<void> {
  const [, essay] = submissions
  if (essay === undefined) throw new Error('There is no essay to score.')
  await writeFile(join(folder, essay.name), essay.text)
  const environment = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
  }
  const { stdout } = await run('npx', ['--yes', `./${archive}`, 'check', '--json', essay.name], {
    cwd: folder,
    env: environment,
    signal,
  })
  const [result] = JSON.parse(stdout) as { score?: number }[]
  if (typeof result?.score !== 'number')
    throw new Error(`npx did not score the essay: ${stdout.slice(0, 500)}`)
}
