import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import type { Browser } from 'playwright'
import { treeBytes } from '../../bench/measures/product.ts'
import { submissions } from '../../scripts/screenshots/submissions.ts'
import { findChromium } from '../e2e/browser/find.ts'
import { launchChromium } from '../e2e/browser/launch.ts'
import { openProduct, type Product } from '../e2e/product/product.ts'
import { environmentOf, installCopy } from '../nodes/installation.ts'
import { plainTable } from '../reliability/table.ts'
import { readClass } from './first-class.ts'

/**
 * `npm run trial -- stranger [--data FOLDER]`: what somebody meets who has never seen the product, in a copy of
 * the repository: the installation and first start, a class of texts up to the sentence about it, README's
 * figures on the site, a verdict in a terminal, a first test, and the evaluation repeated on the texts in that
 * folder. Prints each with its bar, and ends with 1 if one is missed.
 */
const run = promisify(execFile)
const maxBuffer = 1 << 26
const idleAfterMs = 10_000
const { data } = parseArgs({ options: { data: { type: 'string' } } }).values

interface Line {
  who: string
  what: string
  found: string
  bar: string
  isMet: boolean
}
const lines: Line[] = []

function atMost(who: string, what: string, value: number, bar: number, unit: string): void {
  const shown = value < 10 && !Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value))
  lines.push({ who, what, found: `${shown} ${unit}`, bar: `≤ ${bar} ${unit}`, isMet: value <= bar })
}

function holds(who: string, what: string, isMet: boolean): void {
  lines.push({ who, what, found: isMet ? 'yes' : 'no', bar: 'yes', isMet })
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

const chromium = findChromium()
if (chromium === null) throw new Error('The journey needs a Chromium. Install one or set CHROMIUM_PATH.')
const interruption = new AbortController()
const { signal } = interruption
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort())

const project = await mkdtemp(join(tmpdir(), 'penmark-stranger-'))
const browser = await launchChromium(chromium, { handleSIGINT: false })
try {
  process.stderr.write('… npm ci\n')
  atMost('anybody', 'npm ci', await installCopy(process.execPath, project, signal), 25, 's')
  process.stderr.write('… npm start\n')
  const begun = performance.now()
  const product = await openProduct({ LOG_LEVEL: 'error' }, { project, signal })
  try {
    atMost('anybody', 'first npm start', (performance.now() - begun) / 1_000, 9, 's')
    await meetProduct(browser, product)
    const { stdout } = await run('du', ['-sm', join(project, 'node_modules')])
    atMost('administrator', 'node_modules by du', Number.parseInt(stdout, 10), 800, 'MB')
    // A first start compresses files for the browser meanwhile.
    await product.stop()
    await product.start()
    await wait(idleAfterMs)
    const idle = await treeBytes(product.pid())
    if (idle !== null) atMost('administrator', 'memory of an idle product', idle / 1e6, 450, 'MB')
  } finally {
    await product.remove()
  }
  await asDeveloper()
  await asSceptic()
} finally {
  await browser.close()
  await rm(project, { recursive: true, maxRetries: 5 })
}
const rows = lines.map(({ who, what, found, bar, isMet }) => [isMet ? '✓' : '✗', who, what, found, bar])
process.stdout.write(`${plainTable({ columns: ['', 'Who', 'What', 'Found', 'Bar'], rows })}\n`)
process.exitCode = lines.every(({ isMet }) => isMet) ? 0 : 1

async function meetProduct(openBrowser: Browser, product: Product): Promise<void> {
  process.stderr.write('… a class\n')
  const { sentence, clicks, seconds } = await readClass(openBrowser, product.origin)
  const counted = [...sentence.matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 0)
  holds('teacher', `“${sentence}” counts every text of the class`, counted === submissions.length)
  atMost('teacher', 'clicks from the home page to it', clicks, 12, 'clicks')
  atMost('teacher', 'from the home page to it, without reading', seconds, 60, 's')

  const textOf = async (path: string) =>
    (await (await fetch(`${product.origin}${path}`)).text()).replaceAll(/(?:<[^>]*>|\s)+/g, ' ')
  const readme = await readFile(join(project, 'README.md'), 'utf8')
  const figures = [...readme.matchAll(/^\| by [^|]*\| ([\d,]+ of [\d,]+) \|$/gm)].map(
    ([, figure = '']) => figure,
  )
  holds('sceptic', 'README states how often people and machines get a finding', figures.length === 2)
  const technology = await textOf('/technology')
  for (const figure of figures)
    holds('sceptic', `README’s “${figure}” on the technology page`, technology.includes(figure))
  const home = await (await fetch(product.origin)).text()
  holds('sceptic', 'home links to what Penmark cannot do', home.includes('href="/limits"'))
}

async function asDeveloper(): Promise<void> {
  process.stderr.write('… a first test\n')
  const tests = () =>
    run('npx', ['vitest', 'run', '--root', 'packages/wording'], {
      cwd: project,
      env: environmentOf(process.execPath),
      maxBuffer,
      signal,
    })
  atMost('developer', 'the tests of one package', await secondsOf(tests), 60, 's')
}

async function asSceptic(): Promise<void> {
  process.stderr.write('… npx penmark check, and the evaluation\n')
  const env = environmentOf(process.execPath)
  const [, essay] = submissions
  if (essay === undefined) throw new Error('There is no essay to score.')
  await writeFile(join(project, essay.name), essay.text)
  const { stdout } = await run('npx', ['penmark', 'check', '--json', essay.name], {
    cwd: project,
    env,
    maxBuffer,
    signal,
  })
  const [checked] = JSON.parse(stdout) as { score?: number | null }[]
  holds('sceptic', 'npx penmark check scores an essay', typeof checked?.score === 'number')
  if (data === undefined) return
  const verify = () =>
    run('npm', ['run', 'lab', '--', 'verify', '--data', resolve(data)], {
      cwd: project,
      env,
      maxBuffer,
      signal,
    })
  atMost('sceptic', 'npm run lab -- verify', (await secondsOf(verify)) / 60, 15, 'min')
}
