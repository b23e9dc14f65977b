import { parseArgs } from 'node:util'
import { providePostgres } from '../../../apps/server/src/testing/postgres/find.ts'
import { mergeAttacks } from '../promises.ts'
import { printResults, type ResultTable, readResults, storeResults } from '../results.ts'
import { removeBuild } from './build.ts'
import { attackOf, isGood, type Outcome } from './scenario.ts'
import { scenarios } from './scenarios.ts'

/**
 * `npm run test:faults`: injects faults while a teacher uploads, and checks afterwards whether anything was lost. `--long` repeats
 * each scenario and stores the figures, `--only kill,disk` selects some.
 */
const { values } = parseArgs({ options: { long: { type: 'boolean', default: false }, only: { type: 'string' } } })
const names = values.only?.split(',') ?? scenarios.map(({ name }) => name)
const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name))
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are ${scenarios.map(({ name }) => name).join(', ')}.`)

const title = 'Faults and their effects'
const columns = [
  'Fault',
  'Setup',
  'Times',
  'Acknowledged uploads',
  'Completed',
  'Lost',
  'Duplicated',
  'Unfinished',
  'Wrongly charged',
  'Orphaned',
  'Other defects',
]
const note =
  'More uploads may be completed than acknowledged: one whose response was cut off exists without having been promised. Fewer may be where a bucket fails or ' +
  'reading a file never finishes: such a document ends in ERROR with an explanation and without a charge, and can be retried. A kill happens at its boundary, or after ' +
  '1.5 s if that was not reached. Wrongly charged: completed without exactly one report and one charge of exactly its words, or charged without being completed. ' +
  'Orphaned: files without a row, rows without a file, and texts, reports, charges and jobs without a document. Other defects: a process that ended by itself or with ' +
  'an error, a second process that was not refused, an acknowledgement before everything was on disk. A scenario run alone renews only its own rows: date, version and machine are those of the latest run.'

const rowOf = (outcome: Outcome) => [
  outcome.scenario,
  outcome.where,
  outcome.times,
  outcome.acknowledged,
  outcome.completed,
  outcome.lost,
  outcome.duplicated,
  outcome.unfinished,
  outcome.wronglyCharged,
  outcome.orphans,
  outcome.defects.length,
]

const binaries = providePostgres()
const outcomes: Outcome[] = []
try {
  for (const scenario of scenarios.filter(({ name }) => names.includes(name))) {
    if (scenario.isServed && binaries === null) continue
    process.stderr.write(`… ${scenario.name}\n`)
    const outcome = await scenario.run(values.long ? 'long' : 'short', binaries)
    if (outcome === null) process.stderr.write('  left out\n')
    else outcomes.push(outcome)
    for (const defect of outcome?.defects ?? []) process.stderr.write(`  ${defect}\n`)
  }
} finally {
  await removeBuild()
}

const rows = outcomes.map(rowOf)
const attacks = outcomes.map(attackOf)
if (values.long) {
  // A partial long run replaces only its own rows.
  const kept = readResults('faults').find((table) => table.title === title)
  const isNew = (row: ResultTable['rows'][number]) => rows.some(([what, where]) => what === row[0] && where === row[1])
  const all = [...(kept?.rows ?? []).filter((row) => !isNew(row)), ...rows]
  await storeResults('faults', [{ title, columns, rows: all, note, attacks: mergeAttacks(kept?.attacks ?? [], attacks) }])
} else printResults('faults', [{ title, columns, rows, note, attacks }])
process.exitCode = outcomes.every(isGood) ? 0 : 1
