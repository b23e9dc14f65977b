import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Finding } from '@penmark/detector'
import type { Collection } from '../corpora/collection.ts'
import type { ModelCard } from '../evaluation/card.ts'
import { findingTexts, testTexts } from '../evaluation/evaluate.ts'
import { sourceName, testGroup } from '../evaluation/groups/groups.ts'
import type { PreviousFigures } from '../evaluation/report/previous.ts'
import { isPositive, measureVerdicts, sampleOfGroups, splicesOf } from '../evaluation/verdicts/verdicts.ts'
import { gather, isMeasuring } from '../training/train.ts'

/**
 * Measures an earlier release on this one's texts, for the page of figures. `--checkout` is a working tree of
 * the earlier version: its own detector must read its model, because formats change.
 */
const { values } = parseArgs({
  options: {
    checkout: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    name: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
  },
})
if (values.checkout === undefined)
  throw new Error('Say where the earlier version is checked out: --checkout FOLDER')

interface EarlierDetection {
  finding: Finding
  reasons: readonly string[]
}

interface EarlierDetector {
  readModel(bytes: Uint8Array): unknown
  createDetector(model: unknown): { detect(text: string): EarlierDetection | Promise<EarlierDetection> }
}

const checkout = resolve(values.checkout)
const earlier = (await import(
  pathToFileURL(join(checkout, 'packages/detector/src/index.ts')).href
)) as EarlierDetector
const card = JSON.parse(
  readFileSync(join(checkout, 'models', `${values.name}.card.json`), 'utf8'),
) as ModelCard
const detector = earlier.createDetector(
  earlier.readModel(readFileSync(join(checkout, 'models', `${values.name}.penmark`))),
)
const known = new Set(card.sources.map(({ name }) => name))
const seed = Number(values.seed)
/** Version 0.5.0 and older had no finding for other languages. */
async function findingOf(text: string): Promise<Finding> {
  const { finding, reasons } = await detector.detect(text)
  return finding === 'insufficient-text' && reasons.includes('not-english') ? 'unsupported-language' : finding
}
const figures = await measurePrevious(gather(values.data, seed), {
  version: card.version,
  known,
  findingOf,
  seed,
})
writeFileSync(join(values.out, `${values.name}.previous.json`), `${JSON.stringify(figures, null, 1)}\n`)

interface Earlier {
  version: string
  /** Sources known to that release, whether used for training or not. */
  known: ReadonlySet<string>
  findingOf: (text: string) => Promise<Finding>
  seed: number
}

/** The earlier release's findings on the same texts that `measureAllVerdicts` reads. */
async function measurePrevious(
  { items }: Collection,
  { version, known, findingOf, seed }: Earlier,
): Promise<PreviousFigures> {
  const detectors = { of: () => ({ detect: async (text: string) => ({ finding: await findingOf(text) }) }) }
  const plain = items.filter(({ label }) => label !== 'mixed')
  const unseen = plain.filter(
    (item) => item.use === 'train' && isMeasuring(item) && !known.has(item.source.name),
  )
  const splices = splicesOf(
    plain.filter(({ use }) => use === 'test'),
    seed,
  )
  const foundBy = async (list: typeof splices): Promise<number> => {
    let found = 0
    for (const { text } of list) if (isPositive(await findingOf(text))) found++
    return found
  }
  const lengths = [
    ...new Set(splices.filter(({ shape }) => shape !== 'wholly machine-made').map(({ wanted }) => wanted)),
  ]
  return {
    version,
    test: await measureVerdicts(
      sampleOfGroups(testTexts({ items }), testGroup, findingTexts),
      testGroup,
      detectors,
    ),
    unseen: await measureVerdicts(sampleOfGroups(unseen, sourceName), sourceName, detectors),
    splices_test: await Promise.all(
      lengths
        .toSorted((a, b) => a - b)
        .map(async (wanted) => {
          const list = splices.filter((one) => one.wanted === wanted && one.shape !== 'wholly machine-made')
          return { group: `${wanted} words by the machine`, texts: list.length, found: await foundBy(list) }
        }),
    ),
  }
}
