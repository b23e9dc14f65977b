import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readModel } from '@penmark/detector/lab'
import { openReadings } from '../encoder/readings.ts'
import { type EditedFigures, measureByDegree } from '../evaluation/edited/edited-by-degree.ts'
import { measureEditedLevel } from '../evaluation/edited/edited-level.ts'
import { Scorers } from '../evaluation/verdicts/scored-items.ts'
import { Detectors } from '../evaluation/verdicts/verdicts.ts'
import { asReleased } from '../training/left-out-models.ts'
import { gather } from '../training/train.ts'
import { readTrained } from '../training/trained-models.ts'

/**
 * Measures how a released model scores edited texts, by how much of them was changed, and whether "edited"
 * could be a level of its own.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    work: { type: 'string', default: 'data/lab' },
    nets: { type: 'string', default: 'data/lab/nets' },
    name: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
  },
})

const name = values.name === 'open' ? 'open' : 'standard'
const seed = Number(values.seed)
const { items } = gather(values.data, seed)
const model = readModel(readFileSync(join(values.out, `${name}.penmark`)))
const siblings = asReleased(readTrained(values.work, name), items, model, seed)
const readings = openReadings(join(values.nets, name), join(values.work, name), name)
const figures: EditedFigures = {
  version: model.version,
  ...(await measureByDegree(items, new Detectors(model, siblings, readings))),
  level: await measureEditedLevel(items, new Scorers(model, siblings, readings)),
}
writeFileSync(join(values.out, `${name}.edited.json`), `${JSON.stringify(figures, null, 1)}\n`)
