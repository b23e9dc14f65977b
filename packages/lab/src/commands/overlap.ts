import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureOverlap, overlapSources } from '../evaluation/overlap/measure-overlap.ts'
import { gather } from '../training/train.ts'

/** Measures the comparison of a class: what it finds of passages copied between student texts, and in classes where nothing was copied. */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    seed: { type: 'string', default: '1' },
  },
})

const seed = Number(values.seed)
const figures = measureOverlap(gather(values.data, seed, overlapSources), seed)
writeFileSync(join(values.out, 'overlap.json'), `${JSON.stringify(figures, null, 1)}\n`)
