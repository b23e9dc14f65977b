import { parseArgs } from 'node:util'
import { gather, learn } from '../training/train.ts'
import { storeTrained } from '../training/trained-models.ts'

/** Trains the word models, one without each family of sources, and stores them for `lab evaluate`. */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    work: { type: 'string', default: 'data/lab' },
    name: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
  },
})

const name = values.name === 'open' ? 'open' : 'standard'
const seed = Number(values.seed)
storeTrained(values.work, await learn(gather(values.data, seed), { folder: values.data, name, seed }))
