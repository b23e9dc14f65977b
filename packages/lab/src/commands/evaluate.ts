import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ModelCard } from '../evaluation/card.ts'
import { release } from '../evaluation/release.ts'
import { writeReport } from '../evaluation/report.ts'
import type { VendorFigures } from '../evaluation/vendors.ts'
import { calibrate, gather } from '../training/train.ts'
import { readLearned } from '../training/work.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    work: { type: 'string', default: 'data/lab' },
    docs: { type: 'string', default: 'docs' },
    name: { type: 'string', default: 'standard' },
    seed: { type: 'string', default: '1' },
    /** Write the page from the card as it stands, without measuring again. */
    'page-only': { type: 'boolean', default: false },
  },
})

const name = values.name === 'open' ? 'open' : 'standard'
const seed = Number(values.seed)
if (!values['page-only']) {
  const collection = gather(values.data, seed)
  const learned = readLearned(values.work, name)
  release(collection, learned, calibrate(collection, learned, seed), { out: values.out, seed })
}
const readCard = (file: string): ModelCard => JSON.parse(readFileSync(join(values.out, file), 'utf8')) as ModelCard
const open = existsSync(join(values.out, 'open.card.json')) ? readCard('open.card.json') : null
mkdirSync(join(values.docs, 'evaluation'), { recursive: true })
const vendorsFile = join(values.out, 'vendors.json')
const vendors = existsSync(vendorsFile) ? (JSON.parse(readFileSync(vendorsFile, 'utf8')) as VendorFigures) : null
for (const [file, content] of Object.entries(writeReport(readCard('standard.card.json'), open, vendors)))
  writeFileSync(join(values.docs, file), content)
