import { readFileSync } from 'node:fs'
import { createDetector, type Detector, readModel } from '../../packages/detector/src/index.ts'

/**
 * A process with the detector alone. Reads texts from the file in its first argument and prints time and
 * memory, and the size of the report on a million characters of them as it is sent.
 */
const [textsFile = '', modelFile = ''] = process.argv.slice(2)
const texts = JSON.parse(readFileSync(textsFile, 'utf8')) as string[]
const bytes = readFileSync(modelFile)

const started = performance.now()
const model = readModel(bytes)
const detector = createDetector(model)
await detector.open()
const loadMs = performance.now() - started

async function timesOf(one: Detector): Promise<number[]> {
  for (const text of texts.slice(0, 20)) await one.detect(text)
  const times: number[] = []
  for (const text of texts) {
    const begun = performance.now()
    await one.detect(text)
    times.push(performance.now() - begun)
  }
  return times
}

const detectMs = await timesOf(detector)
const wordsAloneMs = await timesOf(createDetector({ ...model, encoder: null }))
const rssBytes = process.resourceUsage().maxRSS * 1_024

const oneText = texts.join('\n\n')
const longText = oneText.repeat(Math.ceil(1e6 / oneText.length)).slice(0, 1e6)
const detection = await detector.detect(longText, 'strongest')
const paragraphs = detection.results.map((paragraph) => ({ ...paragraph, spans: [] }))
const longReportBytes = Buffer.byteLength(JSON.stringify({ ...detection, paragraph_results: paragraphs }))
process.stdout.write(JSON.stringify({ loadMs, detectMs, wordsAloneMs, rssBytes, longReportBytes }))
