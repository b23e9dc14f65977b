import { readFileSync } from 'node:fs'
import { createDetector, readModel } from '../../packages/detector/src/index.ts'

/** A process with the detector alone. Reads texts from the file in its first argument and prints time and memory. */
const [textsFile = '', modelFile = ''] = process.argv.slice(2)
const texts = JSON.parse(readFileSync(textsFile, 'utf8')) as string[]
const bytes = readFileSync(modelFile)

const started = performance.now()
const detector = createDetector(readModel(bytes))
const loadMs = performance.now() - started

for (const text of texts.slice(0, 20)) detector.detect(text)
const detectMs = texts.map((text) => {
  const begun = performance.now()
  detector.detect(text)
  return performance.now() - begun
})
process.stdout.write(JSON.stringify({ loadMs, detectMs, rssBytes: process.resourceUsage().maxRSS * 1_024 }))
