import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '../tests/e2e/browser/find.ts'
import { launchChromium } from '../tests/e2e/browser/launch.ts'
import { type Figure, isMet, readFigures, rounded, writeFigures } from './figure.ts'
import { measureAccessTokens } from './measures/access-tokens.ts'
import { measureCommandLine, measureDetector, measureOverlap } from './measures/detector.ts'
import { measureFileChecks } from './measures/file-checks.ts'
import { measureLighthouse } from './measures/lighthouse.ts'
import { measureBaseline, measureLists } from './measures/lists.ts'
import { measureProduct } from './measures/product.ts'
import { measurePublicSite } from './measures/public-site.ts'
import { measureTyping } from './measures/typing.ts'
import { isWordRecall, measureWordRecall } from './measures/word-recall.ts'
import { measureReplay, measureWriting } from './measures/writing.ts'

/**
 * `npm run bench`: measures the promised figures on this machine and writes bench/results/figures.json. Takes some minutes. With
 * `-- --files FOLDER`, it compares the words of real files with those that other programs find instead, and keeps the other figures.
 */
const announce = (what: string) => process.stderr.write(`… ${what}\n`)

const { files } = parseArgs({ options: { files: { type: 'string' } } }).values
const results = join(import.meta.dirname, 'results', 'figures.json')
const stored = await readFigures(results)
const figures = files === undefined ? await measureProgram() : await measureWordRecall(files, announce)
const isMeasured = new Set(figures.map(({ name }) => name))
await writeFigures(
  results,
  figures,
  stored.filter((figure) => !isMeasured.has(figure.name) && (files !== undefined || isWordRecall(figure))),
)
for (const figure of figures) {
  const { name, value, unit, n, target } = figure
  process.stdout.write(`${isMet(figure) ? '✓' : '✗'} ${name}: ${rounded(value)} ${unit} (target ${target}, n = ${n})\n`)
}

async function measureProgram(): Promise<Figure[]> {
  const chromium = findChromium()
  if (chromium === null) throw new Error('The bench needs a Chromium. Install one or set CHROMIUM_PATH.')
  announce('detector')
  const measured = await measureDetector()
  announce('penmark score')
  measured.push(...(await measureCommandLine()))
  announce('shared passages of a class')
  measured.push(...measureOverlap())
  announce('texts written in class')
  measured.push(...(await measureBaseline()))
  announce('lists of a large school')
  measured.push(...(await measureLists()))
  announce('access tokens')
  measured.push(...(await measureAccessTokens()))
  announce('records of writing')
  measured.push(...(await measureWriting()))
  measured.push(...measureReplay())
  const browser = await launchChromium(chromium)
  try {
    announce('scans and histories of files')
    measured.push(...(await measureFileChecks(browser)))
    measured.push(...(await measureProduct(browser, announce)))
    announce('typing in a long text')
    measured.push(...(await measureTyping(browser)))
    measured.push(...(await measurePublicSite(browser, announce)))
  } finally {
    await browser.close()
  }
  measured.push(...(await measureLighthouse(chromium, announce)))
  return measured
}
