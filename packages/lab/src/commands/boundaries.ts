import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readModel } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { familyCount, familyOf } from '../corpora/families.ts'
import { studentKinds } from '../corpora/sources.ts'
import { halfPlaces, type LabelledSplice } from '../corpora/splices.ts'
import { openReadings } from '../encoder/readings.ts'
import {
  type BoundaryFigure,
  insertedWords,
  insertStretches,
  measureBoundaries,
  type PassageFigures,
} from '../evaluation/boundaries.ts'
import { makeHalves } from '../evaluation/halves.ts'
import { Detectors, judgeSplices, type SpliceFigure, spliceFigure } from '../evaluation/verdicts/verdicts.ts'
import { asReleased } from '../training/left-out-models.ts'
import { gather } from '../training/train.ts'
import { readTrained } from '../training/trained-models.ts'

/**
 * Measures where passages begin and end: student texts of test sources with one stretch by a machine, of
 * sources that the judging model had not seen; and what is found where a machine wrote every second paragraph.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    out: { type: 'string', default: 'models' },
    work: { type: 'string', default: 'data/lab' },
    nets: { type: 'string', default: 'data/lab/nets' },
    seed: { type: 'string', default: '1' },
  },
})

/** For each length and family of sources. */
const textsPerFamily = 60

const seed = Number(values.seed)
const { items } = gather(values.data, seed)
const model = readModel(readFileSync(join(values.out, 'standard.penmark')))
const detectors = new Detectors(
  model,
  asReleased(readTrained(values.work, 'standard'), items, model, seed),
  openReadings(join(values.nets, 'standard'), join(values.work, 'standard'), 'standard'),
)
const people = items.filter(({ use }) => use === 'test')
const machines = items.filter(
  ({ use, label, attack, source }) =>
    use === 'train' &&
    label === 'ai' &&
    attack === undefined &&
    (studentKinds.has(source.kind) || source.kind === 'debate' || source.kind === 'answer'),
)

/** Texts with parts of each family's machines, with the detector that has seen nothing of the family. */
async function byFamily(
  name: string,
  make: (machines: Item[], options: { count: number; seed: number }) => LabelledSplice[],
) {
  const families = Array.from({ length: familyCount }, (_, family) =>
    make(
      machines.filter(({ source }) => familyOf(source.name) === family),
      { count: textsPerFamily, seed: seed + family },
    ),
  )
  for (const [family, splices] of families.entries())
    await detectors.readAhead(
      splices.map(({ text }) => text),
      family,
      `${name}: read in context`,
    )
  return families.flatMap((splices, family) =>
    splices.map((splice) => ({ splice, detector: detectors.family(family) })),
  )
}

const stretches: BoundaryFigure[] = []
for (const wanted of insertedWords)
  stretches.push(
    await measureBoundaries(
      wanted,
      await byFamily(`${wanted} words`, (ofFamily, options) =>
        insertStretches(people, ofFamily, { wanted, ...options }),
      ),
    ),
  )
const halves: SpliceFigure[] = []
for (const place of halfPlaces)
  halves.push(
    spliceFigure(
      place,
      await judgeSplices(
        await byFamily(place, (ofFamily, options) => makeHalves(people, ofFamily, { place, ...options })),
      ),
    ),
  )
const figures: PassageFigures = { stretches, halves }
writeFileSync(join(values.out, 'standard.boundaries.json'), `${JSON.stringify(figures, null, 1)}\n`)
