import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readModel } from '@penmark/detector/lab'
import { sources } from '../corpora/sources.ts'
import { openReadings } from '../encoder/readings.ts'
import type { ModelCard } from '../evaluation/card.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import { measureLatencyOf } from '../evaluation/latency.ts'
import { release } from '../evaluation/release.ts'
import { readReported, writeReport } from '../evaluation/report/report.ts'
import { asReleased } from '../training/left-out-models.ts'
import { calibrate, gather } from '../training/train.ts'
import { readTrained } from '../training/trained-models.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    work: { type: 'string', default: 'data/lab' },
    /**
     * Networks as `packages/lab/encoder/export.py` writes them, in a folder for each model. Without them the
     * model reads words alone.
     */
    nets: { type: 'string', default: 'data/lab/nets' },
    docs: { type: 'string', default: 'docs' },
    name: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
    /** Write the page from the existing card, without measuring again. */
    'page-only': { type: 'boolean', default: false },
    /** Measure only the speed again, for a release made on a busy machine. */
    'speed-only': { type: 'boolean', default: false },
    /**
     * Measure the released model again without choosing thresholds, after a change of how passages are drawn or
     * with an offset that was chosen later. Its speed stays as it is.
     */
    'measure-only': { type: 'boolean', default: false },
  },
})

const name = values.name === 'open' ? 'open' : 'standard'
const seed = Number(values.seed)
if (values['speed-only']) {
  const file = join(values.out, `${name}.card.json`)
  const card = JSON.parse(readFileSync(file, 'utf8')) as ModelCard
  const model = readModel(readFileSync(join(values.out, card.model_file.name)))
  const only = sources.filter(({ use }) => use === 'test').map((source) => source.name)
  const { items } = gather(values.data, seed, only)
  card.measured.latency = await measureLatencyOf(items, model)
  writeFileSync(file, `${JSON.stringify(card, null, 1)}\n`)
} else if (values['measure-only']) {
  const file = join(values.out, `${name}.card.json`)
  const card = JSON.parse(readFileSync(file, 'utf8')) as ModelCard
  const model = readModel(readFileSync(join(values.out, card.model_file.name)))
  const readings = openReadings(join(values.nets, name), join(values.work, name), name)
  const collection = gather(values.data, seed)
  const learned = readTrained(values.work, name)
  const siblings = asReleased(learned, collection.items, model, seed)
  const measured = await evaluate(collection, { ...learned, withoutFamily: siblings }, model, readings, seed)
  card.measured = { ...measured, latency: card.measured.latency }
  delete card.retellings?.affected
  writeFileSync(file, `${JSON.stringify(card, null, 1)}\n`)
} else if (!values['page-only']) {
  const collection = gather(values.data, seed)
  const learned = readTrained(values.work, name)
  const readings = openReadings(join(values.nets, name), join(values.work, name), name)
  const model = await calibrate(collection, learned, readings, seed)
  await release(collection, learned, model, { out: values.out, seed, readings })
}
const reported = readReported(values.out, 'standard')
if (reported === null && values['page-only'])
  throw new Error(`${values.out} contains no card for the standard model. Measure it first.`)
mkdirSync(join(values.docs, 'evaluation'), { recursive: true })
if (reported !== null)
  for (const [file, content] of Object.entries(writeReport(reported, readReported(values.out, 'open'))))
    writeFileSync(join(values.docs, file), content)
