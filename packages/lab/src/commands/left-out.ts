import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collect } from '../corpora/collection.ts'
import { measureLeftOut } from '../evaluation/groups/left-out.ts'

/**
 * Measures how well years, kinds of writing and attacks are detected that were left out of training, for the
 * page of figures. Releases no model.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    seed: { type: 'string', default: '1' },
    /** Texts per source and label. */
    cap: { type: 'string', default: '600' },
  },
})

const cap = Number(values.cap)
const { items } = collect({
  folder: values.data,
  seed: Number(values.seed),
  cap,
  lowCap: Math.round(cap / 5),
})
writeFileSync(
  join(values.out, 'standard.left-out.json'),
  `${JSON.stringify(await measureLeftOut(items), null, 1)}\n`,
)
