import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import type { Browser } from 'playwright'
import { treeBytes } from '../../bench/measures/product.ts'
import { findChromium } from '../e2e/browser/find.ts'
import { launchChromium } from '../e2e/browser/launch.ts'
import { openProduct, type Product } from '../e2e/product/product.ts'
import { environmentOf, installCopy } from '../nodes/installation.ts'
import { plainTable } from '../reliability/table.ts'
import { readClass } from './first-class.ts'

/**
 * `npm run trial -- stranger [--data FOLDER]`: what somebody meets who has never seen the product, in a copy of the
 * repository and in the order of README: the two commands, a class of nine texts up to the sentence about it,
 * the same figures everywhere, a verdict in a terminal, a first test, and the evaluation repeated on the texts
 * in that folder. Prints each with its bar, and ends with 1 if one is missed.
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
  const shown = value < 10 ? value.toFixed(1) : String(Math.round(value))
  lines.push({ who, what, found: `${shown} ${unit}`, bar: `≤ ${bar} ${unit}`, isMet: value <= bar })
}

const holds = (who: string, what: string, isMet: boolean, found: string) =>
  lines.push({ who, what, found, bar: 'yes', isMet })

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
  process.stderr.write('… npm install\n')
  atMost('anybody', 'npm install', await installCopy(process.execPath, project, signal), 25, 's')
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
  process.stderr.write('… a class of nine texts\n')
  const { sentence, clicks, seconds } = await readClass(openBrowser, product.origin)
  holds('teacher', `the sentence of the class: “${sentence}”`, /need/.test(sentence), 'shown')
  atMost('teacher', 'clicks from the home page to it', clicks, 12, '')
  atMost('teacher', 'from the home page to it, without reading', seconds, 60, 's')

  const textOf = async (path: string) =>
    (await (await fetch(`${product.origin}${path}`)).text()).replaceAll(/(?:<[^>]*>|\s)+/g, ' ')
  const readme = await readFile(join(project, 'README.md'), 'utf8')
  const figures = [...readme.matchAll(/^\| by [^|]*\| ([\d,]+ of [\d,]+) \|$/gm)].map(
    ([, figure = '']) => figure,
  )
  const [home, technology] = await Promise.all(['/', '/technology'].map(textOf))
  for (const figure of figures)
    holds(
      'sceptic',
      `README’s “${figure}” on home or technology`,
      Boolean(home?.includes(figure) || technology?.includes(figure)),
      'looked for',
    )
  holds(
    'sceptic',
    'home links to what Penmark cannot do',
    /limits/i.test(await (await fetch(product.origin)).text()),
    'looked for',
  )
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
  const essay = 'packages/extract/fixtures/files/chromium-essay.pdf'
  const { stdout } = await run('npx', ['penmark', 'check', '--json', essay], {
    cwd: project,
    env,
    maxBuffer,
    signal,
  })
  const [checked] = JSON.parse(stdout) as { verdict?: string }[]
  holds('sceptic', 'npx penmark check', checked?.verdict !== undefined, checked?.verdict ?? 'no verdict')
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
