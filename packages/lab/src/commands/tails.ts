import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readModel } from '@penmark/detector/lab'
import { type Item, sampleBy } from '../corpora/collection.ts'
import { isDated } from '../corpora/dated.ts'
import { readKindTexts } from '../corpora/kind-texts.ts'
import { isCreativeProse } from '../corpora/writing-kinds.ts'
import { openReadings } from '../encoder/readings.ts'
import type { StoredReadings } from '../encoder/stored-readings.ts'
import { gatheredTexts } from '../evaluation/kinds.ts'
import { tailFigures } from '../evaluation/tails.ts'
import { Scorers } from '../evaluation/verdicts/scored-items.ts'
import { scoredTokens } from '../training/dataset/dataset.ts'
import { asReleased } from '../training/left-out-models.ts'
import { gather, prepareFor } from '../training/train.ts'
import { readTrained } from '../training/trained-models.ts'

/**
 * Compares the tails of the models that judge left-out families, which choose the thresholds, with the tail of
 * the released model, on people's texts that none of them has learned.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    /** Where `lab gather` wrote texts by people. */
    gathered: { type: 'string', default: '../creative-data' },
    out: { type: 'string', default: 'models' },
    work: { type: 'string', default: 'data/lab' },
    nets: { type: 'string', default: 'data/lab/nets' },
    seed: { type: 'string', default: '1' },
  },
})

const most = { testSource: 140, gathered: 300 }
/** Shorter texts hardly reach a threshold. */
const fewestTokens = 100

const seed = Number(values.seed)
const collection = gather(values.data, seed)
const model = readModel(readFileSync(join(values.out, 'standard.penmark')))
const readings = openReadings(join(values.nets, 'standard'), join(values.work, 'standard'), 'standard')
if (readings === null) throw new Error('Name the folder of the networks: --nets FOLDER')
const siblings = asReleased(readTrained(values.work, 'standard'), collection.items, model, seed)

const isLong = ({ text }: { text: string }): boolean => scoredTokens(text).length >= fewestTokens
const people = [
  ...sampleBy(
    collection.items.filter(
      (item) => item.use === 'test' && item.label === 'human' && isDated(item) && isLong(item),
    ),
    ({ source }) => source.name,
    most.testSource,
  ),
  ...sampleBy(
    gatheredTexts(readKindTexts(values.data, values.gathered)).filter(
      (item) => item.label === 'human' && isCreativeProse(item) === false && isLong(item),
    ),
    ({ source }) => source.name,
    most.gathered,
  ),
]
const texts = people.map(({ text }) => text)

async function marginsBy(one: typeof model, stored: StoredReadings): Promise<Map<Item, number>> {
  await stored.readMissing(texts, scoredTokens, 'read in context')
  const scorers = new Scorers(one, [], readings)
  const examples = await prepareFor(one, people, () => stored, 'score')
  return new Map(examples.map((example) => [example.item, scorers.score(example, 'test-source').margin]))
}

const released = await marginsBy(model, readings.released)
const judges: Map<Item, number>[] = []
for (const [family, { bag, kinds }] of siblings.entries())
  judges.push(await marginsBy({ ...model, bag, kinds }, readings.withoutFamily[family] as StoredReadings))
const figures = tailFigures(
  people.map((item) => ({
    released: released.get(item) as number,
    judges: judges.map((margins) => margins.get(item) as number),
  })),
  seed,
)
writeFileSync(join(values.out, 'standard.tails.json'), `${JSON.stringify(figures, null, 1)}\n`)
