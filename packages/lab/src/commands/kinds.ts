import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readModel } from '@penmark/detector/lab'
import { readKindTexts } from '../corpora/kind-texts.ts'
import { openReadings } from '../encoder/readings.ts'
import type { ModelCard } from '../evaluation/card.ts'
import { writerFigures } from '../evaluation/groups/writers.ts'
import { gatheredTexts, kindFigures, kindOf, textsOfKinds } from '../evaluation/kinds.ts'
import { limitsOf } from '../evaluation/release.ts'
import { Detectors, figuresBy, findingsOf } from '../evaluation/verdicts/verdicts.ts'
import { asReleased } from '../training/left-out-models.ts'
import { gather } from '../training/train.ts'
import { readTrained } from '../training/trained-models.ts'

/**
 * Measures what reports say of each kind of writing that schools set, and of each group of writers, with the
 * model as it ships, its reader of creative prose included. Writes the figures into the card.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    /** Where `lab gather` wrote texts by people. */
    gathered: { type: 'string', default: '../creative-data' },
    out: { type: 'string', default: 'models' },
    work: { type: 'string', default: 'data/lab' },
    nets: { type: 'string', default: 'data/lab/nets' },
    name: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
  },
})

const name = values.name === 'open' ? 'open' : 'standard'
const seed = Number(values.seed)
const file = join(values.out, `${name}.card.json`)
const card = JSON.parse(readFileSync(file, 'utf8')) as ModelCard
const model = readModel(readFileSync(join(values.out, card.model_file.name)))
const readings = openReadings(join(values.nets, name), join(values.work, name), name)
const { items } = gather(values.data, seed)
const detectors = new Detectors(
  model,
  asReleased(readTrained(values.work, name), items, model, seed),
  readings,
)
const found = await findingsOf(
  textsOfKinds(items.filter((item) => readings === null || readings.mayJudge(item))),
  detectors,
)
const gathered = await findingsOf(gatheredTexts(readKindTexts(values.data, values.gathered)), {
  of: () => detectors.released,
  readItemsAhead: (texts, stage) =>
    detectors.readAhead(
      texts.map(({ text }) => text),
      null,
      stage,
    ),
})
card.kinds = kindFigures([...figuresBy(found, kindOf), ...figuresBy(gathered, kindOf)])
card.writers = writerFigures(found, model)
card.limits = limitsOf(card)
writeFileSync(file, `${JSON.stringify(card, null, 1)}\n`)
