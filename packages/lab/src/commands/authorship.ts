import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAuthorship } from '../authorship/measure.ts'

/**
 * Chooses and measures the comparison of a text with a student's known texts; writes its figures, and what
 * the detector ships of it.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    detector: { type: 'string', default: 'packages/detector/src/authorship' },
    seed: { type: 'string', default: '1' },
  },
})

const { figures, released } = measureAuthorship(values.data, Number(values.seed))
writeFileSync(join(values.out, 'authorship.json'), `${JSON.stringify(figures, null, 1)}\n`)
writeFileSync(join(values.detector, 'released.json'), `${JSON.stringify(released, null, 1)}\n`)
