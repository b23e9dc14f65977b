import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { collect } from '../corpora/collection.ts'
import { mayTrain } from '../corpora/training-texts.ts'
import { measureVendors } from '../evaluation/groups/vendors.ts'

/**
 * Measures left-out vendors and vendor attribution, for the page of figures. Releases no model. Both models
 * have the same machine texts of sources that distinguish vendors, so attribution is only measured for the
 * standard model.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    name: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
    /** Texts per source and label. */
    cap: { type: 'string', default: '600' },
  },
})

const name = values.name === 'open' ? 'open' : 'standard'
const cap = Number(values.cap)
const { items } = collect({
  folder: values.data,
  seed: Number(values.seed),
  cap,
  lowCap: Math.round(cap / 5),
})
const figures = await measureVendors(
  items.filter((item) => mayTrain(name, item)),
  { attribution: name === 'standard' },
)
writeFileSync(join(values.out, `${name}.vendors.json`), `${JSON.stringify(figures, null, 1)}\n`)
