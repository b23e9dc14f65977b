import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { readModel } from '@penmark/detector/lab'
import { readingsOfModel } from '../encoder/readings.ts'
import type { ModelCard } from '../evaluation/card.ts'
import { measureReleased } from '../evaluation/evaluate.ts'
import { gather } from '../training/train.ts'

/**
 * Measures a released model again on the test sources and compares every figure with its card. Exits with 1
 * where one differs.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    models: { type: 'string', default: 'models' },
    work: { type: 'string', default: 'data/lab' },
    name: { type: 'string', default: 'standard' },
  },
})

const name = values.name === 'open' ? 'open' : 'standard'
const card = JSON.parse(readFileSync(join(values.models, `${name}.card.json`), 'utf8')) as ModelCard
const bytes = readFileSync(join(values.models, card.model_file.name))
const problems: string[] = []
const sha256 = createHash('sha256').update(bytes).digest('hex')
if (sha256 !== card.model_file.sha256)
  problems.push(`model file: sha256 ${sha256}, the card says ${card.model_file.sha256}`)
const collection = gather(values.data, card.seed)
const model = readModel(bytes)
const readings = readingsOfModel(model, join(values.work, name))
for (const source of card.sources) {
  if (collection.hashes[source.name] !== source.sha256)
    problems.push(`${source.name}: the texts are not the ones on the card`)
}
for (const [figure, value] of Object.entries(await measureReleased(collection, model, readings))) {
  const stated = card.measured[figure as keyof ModelCard['measured']]
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(value)), stated))
    problems.push(`${figure}: the new measurement differs from the card`)
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(
  problems.length === 0
    ? 'Every figure of the test sources agrees with the card.\n'
    : `${problems.length} differences.\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1
