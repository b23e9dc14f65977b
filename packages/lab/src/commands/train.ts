import { parseArgs } from 'node:util'
import { release } from '../evaluation/release.ts'
import { calibrate, gather, learn } from '../training/train.ts'
import { storeTrained } from '../training/trained-models.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    work: { type: 'string', default: 'data/lab' },
    name: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
  },
})

const name = values.name === 'open' ? 'open' : 'standard'
const seed = Number(values.seed)
const collection = gather(values.data, seed)
const learned = await learn(collection, { folder: values.data, name, seed })
storeTrained(values.work, learned)
release(collection, learned, calibrate(collection, learned, seed), { out: values.out, seed })
