import { parseArgs } from 'node:util'
import { measureEarlier } from '../evaluation/overlap/measure-earlier.ts'
import { overlapSources } from '../evaluation/overlap/measure-overlap.ts'
import { gather } from '../training/train.ts'

/**
 * Measures the comparison with earlier documents: what it finds of planted passages in an archive of student
 * texts, and where nothing was planted.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    seed: { type: 'string', default: '1' },
  },
})

const seed = Number(values.seed)
const { items } = gather(values.data, seed, overlapSources)
const texts = items
  .filter(({ label, text }) => label === 'human' && text.split(/\s+/).length >= 150)
  .map(({ text }) => text)
process.stdout.write(`${JSON.stringify(measureEarlier(texts, seed), null, 1)}\n`)
