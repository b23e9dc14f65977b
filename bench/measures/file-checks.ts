import type { Browser } from 'playwright'
import { docxOf, pdfOfPages } from '../../packages/extract/fixtures/hostile.ts'
import { changedPdf, imagePdf } from '../../packages/extract/fixtures/pdf-writer.ts'
import { scanProse } from '../../packages/extract/fixtures/prose.ts'
import { renderScan } from '../../packages/extract/fixtures/render-scan.ts'
import { extractBytes, extractionLimits } from '../../packages/extract/src/index.ts'
import { pdfHistoryFacts } from '../../packages/extract/src/pdf/history.ts'
import { engineFiles, loadEngine } from '../../packages/extract/src/recognition/engine.ts'
import { type Figure, median } from '../figure.ts'

const runs = 5
const runsInDocx = 100_000
const sessionsInDocx = 1_000
/** A scan of which more is misread would be measured for nothing. */
const mostMisread = 0.03

/** Processor time of scanned pages and of the histories that files carry, on one core. */
export async function measureFileChecks(browser: Browser): Promise<Figure[]> {
  return [
    await measureScan(browser),
    {
      name: 'a Word file of 100,000 runs and 1,000 sessions, read with its history, processor time',
      value: median(await processorSeconds(readWordHistory(wordFile()))),
      unit: 's',
      n: runs,
      target: 2,
      better: 'lower',
    },
    {
      name: 'the history of a PDF of 25 MB and 200 changes, processor time',
      value: median(await processorSeconds(readPdfHistory(largePdf()))),
      unit: 's',
      n: runs,
      target: 1,
      better: 'lower',
    },
  ]
}

async function processorSeconds(work: () => Promise<void>): Promise<number[]> {
  const seconds: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    seconds.push((user + system) / 1e6)
  }
  return seconds
}

/**
 * A printed page as a scanner stores it. Starting the engine counts too, because each document has a process
 * of its own.
 */
async function measureScan(browser: Browser): Promise<Figure> {
  const page = await browser.newPage()
  const paragraphs = scanProse.english
  const file = imagePdf([await renderScan(page, { paragraphs, dotsPerInch: 300, angle: 1, noise: 12 })])
  await page.close()
  const engine = engineFiles(import.meta.resolve('../../packages/extract/src/recognition/engine.ts'))
  const read = async () => {
    const { text } = await extractBytes(file, extractionLimits, { loadEngine: () => loadEngine(engine) })
    const found = new Set(text.split(/\s+/))
    const words = paragraphs.join(' ').split(' ')
    const misread = words.filter((word) => !found.has(word)).length
    if (misread > words.length * mostMisread)
      throw new Error(`${misread} of ${words.length} words of the scanned page were misread.`)
  }
  return {
    name: 'a printed page scanned at 300 dots per inch, read with the start of the engine, processor time',
    value: median(await processorSeconds(read)),
    unit: 's',
    n: runs,
    target: 6,
    better: 'lower',
  }
}

/** Every run came in another session than the one before. */
function wordFile(): Buffer {
  const session = (nth: number) => `00A${(nth % sessionsInDocx).toString(16).padStart(5, '0')}`
  const run = (nth: number) => `<w:r w:rsidR="${session(nth)}"><w:t xml:space="preserve">word </w:t></w:r>`
  const paragraphs = Array.from({ length: runsInDocx / 100 }, (_, paragraph) => {
    const written = Array.from({ length: 100 }, (__, nth) => run(paragraph * 100 + nth))
    return `<w:p w:rsidRDefault="00A10001">${written.join('')}</w:p>`
  })
  const listed = Array.from({ length: sessionsInDocx }, (_, nth) => `<w:rsid w:val="${session(nth)}"/>`)
  return docxOf(paragraphs.join(''), [
    {
      name: 'word/settings.xml',
      data: `<w:settings xmlns:w="w"><w:rsids>${listed.join('')}</w:rsids></w:settings>`,
    },
  ])
}

const readWordHistory = (file: Buffer) => async () => {
  const { facts } = await extractBytes(file)
  const history = facts.find(({ kind }) => kind === 'editing-history')?.history
  if (history?.sessions !== sessionsInDocx) throw new Error('The history of the Word file was not read.')
}

/** As large as a file may be, with a chain of changes at its end. */
function largePdf(): Buffer {
  let file = pdfOfPages(10)
  for (let change = 0; change < 200; change += 1)
    file = changedPdf(file, `<< /Producer (Writer ${change}) >>`)
  const comment = Buffer.from(`%${'/Producer of nothing (startxref) '.repeat(2_000)}\n`)
  const paddingBytes = extractionLimits.fileBytes - file.length
  return Buffer.concat([
    file.subarray(0, 9),
    ...Array.from({ length: Math.floor(paddingBytes / comment.length) }, () => comment),
    file.subarray(9),
  ])
}

const readPdfHistory = (file: Buffer) => async () => {
  const changes = pdfHistoryFacts(file, [], []).find(({ name }) => name === 'changes')?.count
  if (changes !== 200) throw new Error('The history of the PDF was not read.')
}
