import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright'
import { findChromium } from '../tests/e2e/browser/find.ts'
import { launchChromium } from '../tests/e2e/browser/launch.ts'
import { writeSizing } from '../tests/reliability/sizing.ts'
import { type Figure, isMet, readFigures, rounded, writeFigures } from './figure.ts'
import { measureAccessTokens } from './measures/access-tokens.ts'
import { measureCommandLine, measureDetector, measureOverlap } from './measures/detector.ts'
import { measureFileChecks } from './measures/file-checks.ts'
import { measureGrowth } from './measures/growth.ts'
import { measureLighthouse } from './measures/lighthouse.ts'
import { measureBaseline, measureLists } from './measures/lists.ts'
import { measurePath } from './measures/path.ts'
import { measureProduct } from './measures/product.ts'
import { measurePublicSite } from './measures/public-site.ts'
import { measureTyping } from './measures/typing.ts'
import { isWordRecall, measureWordRecall } from './measures/word-recall.ts'
import { measureReplay, measureWriting } from './measures/writing.ts'

/**
 * `npm run bench`: measures the promised figures on this machine and writes bench/results/figures.json, and
 * what docs/sizing.md says of them. Takes some minutes. With `-- --only PART`, it measures one part and keeps
 * the other figures, and so it does with `-- --files FOLDER`, which compares the words of real files with those
 * that other programs find.
 */
const announce = (what: string) => process.stderr.write(`… ${what}\n`)

const { files, only } = parseArgs({ options: { files: { type: 'string' }, only: { type: 'string' } } }).values
const results = join(import.meta.dirname, 'results', 'figures.json')
const stored = await readFigures(results)
const figures = files === undefined ? await measureProgram(only) : await measureWordRecall(files, announce)
const isMeasured = new Set(figures.map(({ name }) => name))
const keepsOthers = files !== undefined || only !== undefined
await writeFigures(
  results,
  figures,
  stored.filter((figure) => !isMeasured.has(figure.name) && (keepsOthers || isWordRecall(figure))),
)
await writeSizing()
for (const figure of figures) {
  const { name, value, unit, n, target } = figure
  process.stdout.write(
    `${isMet(figure) ? '✓' : '✗'} ${name}: ${rounded(value)} ${unit} (target ${target}, n = ${n})\n`,
  )
}

async function measureProgram(part: string | undefined): Promise<Figure[]> {
  const chromium = findChromium()
  if (chromium === null) throw new Error('The bench needs a Chromium. Install one or set CHROMIUM_PATH.')
  const parts: Record<string, () => Promise<Figure[]>> = {
    detector: async () => [...(await measureDetector()), ...(await measureCommandLine())],
    growth: () => measureGrowth(announce),
    classes: async () => [...measureOverlap(), ...(await measureBaseline())],
    lists: measureLists,
    'access tokens': measureAccessTokens,
    'records of writing': async () => [...(await measureWriting()), ...measureReplay()],
    browser: () => inBrowser(chromium, measureAllInBrowser),
    lighthouse: () => measureLighthouse(chromium, announce),
    path: () => inBrowser(chromium, measurePath),
  }
  if (part !== undefined && !(part in parts))
    throw new Error(`There is no part "${part}". The parts are ${Object.keys(parts).join(', ')}.`)
  const measured: Figure[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (part !== undefined && name !== part) continue
    announce(name)
    measured.push(...(await measure()))
  }
  return measured
}

async function inBrowser(
  chromium: string,
  measure: (browser: Browser) => Promise<Figure[]>,
): Promise<Figure[]> {
  const browser = await launchChromium(chromium)
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}

async function measureAllInBrowser(browser: Browser): Promise<Figure[]> {
  announce('scans and histories of files')
  return [
    ...(await measureFileChecks(browser)),
    ...(await measureProduct(browser, announce)),
    ...(await measureTyping(browser)),
    ...(await measurePublicSite(browser, announce)),
  ]
}
