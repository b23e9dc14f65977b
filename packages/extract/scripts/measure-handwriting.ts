/**
 * Measures how often scanned pages are refused as handwriting, on fonts and movements that nobody looked at
 * while the threshold was chosen. `npm install` the fonts named below in a folder of their own;
 * `npx tsx packages/extract/scripts/measure-handwriting.ts FOLDER` writes handwriting.json and handwriting.md
 * in docs/evaluation, and needs Chromium. Without a folder it writes the page from the stored outcomes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { imagePdf, jpegPicture, type StoredPicture } from '../fixtures/pdf-writer.ts'
import { essay } from '../fixtures/prose.ts'
import { scanFunctions } from '../fixtures/render-scan.ts'
import { ExtractionError, extractBytes, extractionLimits } from '../src/index.ts'
import { type Engine, engineFiles, loadEngine } from '../src/recognition/engine.ts'

const hands = [
  'architects-daughter',
  'bad-script',
  'covered-by-your-grace',
  'delius',
  'gaegu',
  'handlee',
  'mansalva',
  'marck-script',
  'rock-salt',
  'sacramento',
  'schoolbell',
  'sue-ellen-francisco',
]
const prints = [
  'arvo',
  'atkinson-hyperlegible',
  'cormorant-garamond',
  'crimson-pro',
  'ibm-plex-mono',
  'lato',
  'libre-baskerville',
  'lora',
  'noto-serif',
  'nunito',
  'pt-serif',
  'work-sans',
]
/**
 * Standard deviation of the place of a letter above or below its line, as a share of the size of the font.
 */
const steadiness = [0, 0.005, 0.01, 0.02, 0.03]
const looksPerPrint = 4

interface Look {
  font: string
  seed: number
  dotsPerInch: number
  angle: number
  noise: number
  blur: number
  shade: number
  size: number
  stray: number
}

/** Runs in the page. A hand moves letters and words at random, and lets the line itself wander. */
const program = `(async ({ source, paragraphs, seed, noise, shade, size, stray, ...look }) => {
  ${scanFunctions}
  const face = new FontFace('measured', 'url(data:font/woff2;base64,' + source + ')')
  document.fonts.add(await face.load())
  const context = openSheet({ ...look, paper: '#f7f6f2', ink: '#22222e', font: size + 'px measured' })
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const write = (line, y) => {
    let x = 70 + normal() * size * stray * 10
    const phase = random() * 6
    const waves = 1 + random() * 3
    for (const word of line.split(' ')) {
      const ofWord = normal() * size * stray
      for (const letter of word) {
        const wander = Math.sin(phase + (x / 455) * waves * 6) * size * stray * 3
        context.save()
        context.translate(x, y + ofWord + wander + normal() * size * stray)
        context.rotate(normal() * stray * 2)
        context.transform(1 + normal() * stray * 3, 0, normal() * stray * 3, 1 + normal() * stray * 3, 0, 0)
        context.fillText(letter, 0, 0)
        context.restore()
        x += context.measureText(letter).width * (1 + normal() * stray * 2)
      }
      x += context.measureText(' ').width
    }
  }
  let y = 70
  const put = (line) => {
    if (y > 730) return
    if (stray) write(line, y)
    else context.fillText(line, 70, y)
    written.push(line)
    y += size * 1.5
  }
  const written = []
  for (const paragraph of paragraphs) {
    for (const line of wrapLines(context, paragraph, 440)) put(line)
    y += size
  }
  const sheet = finishSheet(context, { shade, shadeAcross: 0.5, randomNoise: () => normal() * noise * 0.5 })
  return { ...sheet, written: written.join(' ') }
})`

interface Outcome {
  font: string
  stray: number
  dotsPerInch: number
  outcome: 'read' | 'handwriting' | 'unreadable'
  /** Share of the words that were misread, of a page that was read. */
  wrong: number | null
}

const evaluation = new URL('../../../docs/evaluation/', import.meta.url)
const stored = new URL('handwriting.json', evaluation)
const paragraphs = essay.blocks.filter(({ kind }) => kind === 'paragraph').map(({ text }) => text)

async function render(
  page: Page,
  folder: string,
  { font, ...look }: Look,
): Promise<{ picture: StoredPicture; written: string }> {
  const file = join(folder, 'node_modules/@fontsource', font, 'files', `${font}-latin-400-normal.woff2`)
  const options = JSON.stringify({ ...look, source: readFileSync(file).toString('base64'), paragraphs })
  const { width, height, written, data } = await page.evaluate<{
    width: number
    height: number
    written: string
    data: string
  }>(`${program}(${options})`)
  return { picture: jpegPicture(Buffer.from(data, 'base64'), width, height), written }
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Share of the written words that are missing, added or changed in what was read. */
function wrongShare(written: string, read: string): number {
  const [expected, found] = [wordsOf(written), wordsOf(read)]
  let row = Array.from({ length: found.length + 1 }, (_, nth) => nth)
  for (const [nth, word] of expected.entries()) {
    const next = [nth + 1]
    for (const [other, each] of found.entries())
      next.push(
        Math.min(
          (row[other] ?? 0) + (word === each ? 0 : 1),
          (row[other + 1] ?? 0) + 1,
          (next[other] ?? 0) + 1,
        ),
      )
    row = next
  }
  return (row.at(-1) ?? 0) / expected.length
}

async function outcomeOf(browser: Browser, engine: Engine, folder: string, look: Look): Promise<Outcome> {
  const { font, stray, dotsPerInch } = look
  // Fonts of one page would be taken for those of the next.
  const page = await browser.newPage()
  const { picture, written } = await render(page, folder, look)
  await page.close()
  try {
    const { text } = await extractBytes(imagePdf([picture]), extractionLimits, {
      loadEngine: async () => engine,
    })
    return { font, stray, dotsPerInch, outcome: 'read', wrong: wrongShare(written, text) }
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error
    const isByHand = error.code === 'scan_uneven'
    return { font, stray, dotsPerInch, outcome: isByHand ? 'handwriting' : 'unreadable', wrong: null }
  }
}

/** The same look for the same seed, so that the page can be made again. */
function lookOf(font: string, seed: number, stray: number): Look {
  const one = <T>(choices: readonly T[], step: number) =>
    choices[Math.floor(seed / step) % choices.length] as T
  const isHand = hands.includes(font)
  return {
    font,
    seed,
    stray,
    dotsPerInch: one(isHand ? [200, 300, 150] : [300, 200, 150, 100], 1),
    angle: one([0, 1.3, -0.7, 2.4, -1.9], 1),
    noise: one([8, 16, 4], 1),
    blur: isHand ? 0 : one([0, 0, 0.6], 1),
    shade: isHand ? 0 : one([0, 0, 0, 0.3], 2),
    size: isHand ? one([15, 17, 16], 2) : one([12, 11, 10], 2),
  }
}

async function measure(folder: string): Promise<Outcome[]> {
  const printed = prints.flatMap((font, nth) =>
    Array.from({ length: looksPerPrint }, (_, look) => lookOf(font, 101 + nth * 7 + look * 3, 0)),
  )
  const byHand = steadiness.flatMap((stray) =>
    hands.map((font, nth) => lookOf(font, 1_009 + nth * 5 + Math.round(stray * 1_000), stray)),
  )
  const engine = await loadEngine(engineFiles(import.meta.url))
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const outcomes: Outcome[] = []
  for (const look of [...printed, ...byHand]) outcomes.push(await outcomeOf(browser, engine, folder, look))
  await browser.close()
  return outcomes
}

function rowOf(name: string, outcomes: readonly Outcome[]): string {
  const count = (kind: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === kind).length
  const wrong = outcomes.flatMap((page) => page.wrong ?? []).sort((one, other) => one - other)
  const percent = (share: number | undefined) => (share === undefined ? '–' : `${(share * 100).toFixed(1)} %`)
  const cells = [
    count('handwriting'),
    count('unreadable'),
    count('read'),
    percent(wrong[Math.floor(wrong.length / 2)]),
    percent(wrong.at(-1)),
  ]
  return `| ${[name, outcomes.length, ...cells].join(' | ')} |`
}

const folder = process.argv[2]
if (folder !== undefined) {
  const lines = (await measure(folder)).map((outcome) => `  ${JSON.stringify(outcome)}`)
  writeFileSync(stored, `[\n${lines.join(',\n')}\n]\n`)
}
const outcomes = JSON.parse(readFileSync(stored, 'utf8')) as Outcome[]
const printed = outcomes.filter(({ font }) => prints.includes(font))
const byHand = outcomes.filter(({ font }) => hands.includes(font))
const rows = [
  rowOf(
    'printed fonts, 150 to 300 dots per inch',
    printed.filter(({ dotsPerInch }) => dotsPerInch >= 150),
  ),
  rowOf(
    'printed fonts, 100 dots per inch',
    printed.filter(({ dotsPerInch }) => dotsPerInch < 150),
  ),
  ...steadiness.map((amount) =>
    rowOf(
      amount === 0
        ? 'hand-like fonts as they are'
        : `hand-like fonts, letters strayed by ${(amount * 100).toFixed(1)} %`,
      byHand.filter(({ stray }) => stray === amount),
    ),
  ),
]
writeFileSync(
  new URL('handwriting.md', evaluation),
  `# How often a scan is refused as handwriting

This page is written by \`npx tsx packages/extract/scripts/measure-handwriting.ts\` from \`handwriting.json\`; no figure on it is typed by hand.

**No page here was written by hand**: we have none of known text. Pages of our own prose are rendered in fonts, and for the hand-like ones every letter,
every word and the line itself stray up and down at random; the percentage is the standard deviation of a letter, as a share of the size of the font. The
fonts, the prose and the way letters stray are others than those that the threshold was chosen on
([0059](../decisions/0059-text-recognition.md)), and the threshold was not changed afterwards. Scans of 100 to 300 dots per inch, up to 2.4 degrees askew, with noise, and for
the printed ones blur and shade.

A wrong refusal costs a teacher a scan, and says so; nothing is scored. Handwriting that is read costs more, because misread words would be
scored: the last two columns say how many of the words were wrong on the pages that were read.

| Pages | n | Refused as handwriting | Refused as poorly readable | Read | Words wrong, median | Words wrong, most |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

A font that imitates a hand, set as it is, is print: its letters do not stray, and reading it is right where the words are.

Printed fonts: ${prints.join(', ')}. Hand-like fonts: ${hands.join(', ')}. All are of @fontsource, regular, Latin.
`,
)
