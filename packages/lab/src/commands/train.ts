import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeModel } from '@penmark/detector/lab'
import { train } from '../training/train.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    name: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
  },
})

const { model, card } = train({ folder: values.data, name: values.name, seed: Number(values.seed) })
const bytes = writeModel(model)
mkdirSync(values.out, { recursive: true })
const file = `${values.name}.penmark`
writeFileSync(join(values.out, file), bytes)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const full = { ...card, model_file: { name: file, bytes: bytes.length, sha256 } }
writeFileSync(join(values.out, `${values.name}.card.json`), `${JSON.stringify(full, null, 2)}\n`)
process.stderr.write(`${join(values.out, file)}: ${(bytes.length / 1e6).toFixed(2)} MB, sha256 ${sha256}\n`)
