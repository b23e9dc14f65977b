import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from '../tests/e2e/browser/find.ts'
import { launchChromium } from '../tests/e2e/browser/launch.ts'
import { type Figure, isMet, rounded, writeFigures } from './figure.ts'
import { measureAccessTokens } from './measures/access-tokens.ts'
import { measureCommandLine, measureDetector, measureOverlap } from './measures/detector.ts'
import { measureFileChecks } from './measures/file-checks.ts'
import { measureLighthouse } from './measures/lighthouse.ts'
import { measureBaseline, measureLists } from './measures/lists.ts'
import { measureProduct } from './measures/product.ts'
import { measurePublicSite } from './measures/public-site.ts'
import { measureTyping } from './measures/typing.ts'
import { measureWordRecall } from './measures/word-recall.ts'
import { measureReplay, measureWriting } from './measures/writing.ts'

/**
 * `npm run bench`: measures the promised figures on this machine and writes bench/results/figures.json. Takes some minutes. With
 * `-- --files FOLDER`, it also compares the words of real files with those that other programs find.
 */
const announce = (what: string) => process.stderr.write(`… ${what}\n`)

const folderOfFiles = parseArgs({ options: { files: { type: 'string' } } }).values.files ?? null

const chromium = findChromium()
if (chromium === null) throw new Error('The bench needs a Chromium. Install one or set CHROMIUM_PATH.')

announce('detector')
const figures: Figure[] = await measureDetector()
announce('penmark score')
figures.push(...(await measureCommandLine()))
announce('shared passages of a class')
figures.push(...measureOverlap())
announce('texts written in class')
figures.push(...(await measureBaseline()))
announce('lists of a large school')
figures.push(...(await measureLists()))
announce('access tokens')
figures.push(...(await measureAccessTokens()))
announce('records of writing')
figures.push(...(await measureWriting()))
figures.push(...measureReplay())
figures.push(...(await measureWordRecall(folderOfFiles, announce)))
const browser = await launchChromium(chromium)
try {
  announce('scans and histories of files')
  figures.push(...(await measureFileChecks(browser)))
  figures.push(...(await measureProduct(browser, announce)))
  announce('typing in a long text')
  figures.push(...(await measureTyping(browser)))
  figures.push(...(await measurePublicSite(browser, announce)))
} finally {
  await browser.close()
}
figures.push(...(await measureLighthouse(chromium, announce)))

const results = join(import.meta.dirname, 'results')
await mkdir(results, { recursive: true })
await writeFigures(join(results, 'figures.json'), figures)
for (const figure of figures) {
  const { name, value, unit, n, target } = figure
  process.stdout.write(`${isMet(figure) ? '✓' : '✗'} ${name}: ${rounded(value)} ${unit} (target ${target}, n = ${n})\n`)
}
