import { parseArgs } from 'node:util'
import { providePostgres } from '../../../apps/server/src/testing/postgres/find.ts'
import { mergeAttacks } from '../promise-table.ts'
import type { ResultTable } from '../result-table.ts'
import { printResults, readResults, storeResults } from '../results.ts'
import { removeBuild } from './build.ts'
import { type PointInTime, pointInTimeForms, rehearsePointInTime } from './point-in-time.ts'
import { attackOf, isGood, type Outcome } from './scenario.ts'
import { scenarios } from './scenarios.ts'

/**
 * `npm run trial -- faults`: injects faults while a teacher uploads, and checks afterwards whether anything
 * was lost. `--long` repeats each scenario and stores the figures, `--only kill,disk` selects some.
 * `point-in-time` restores a PostgreSQL server with pgBackRest.
 */
const { values } = parseArgs({
  options: { long: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const pointInTime = 'point-in-time'
const allNames = [...scenarios.map(({ name }) => name), pointInTime]
const names = values.only?.split(',') ?? allNames
const unknown = names.filter((name) => !allNames.includes(name))
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are ${allNames.join(', ')}.`)
const form = values.long ? 'long' : 'short'

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
let restored: PointInTime | null = null
try {
  for (const scenario of scenarios.filter(({ name }) => names.includes(name))) {
    if (scenario.isServed && binaries === null) continue
    process.stderr.write(`… ${scenario.name}\n`)
    const outcome = await scenario.run(form, binaries)
    if (outcome === null) process.stderr.write('  left out\n')
    else outcomes.push(outcome)
    for (const defect of outcome?.defects ?? []) process.stderr.write(`  ${defect}\n`)
  }
  if (names.includes(pointInTime) && binaries !== null) {
    process.stderr.write(`… ${pointInTime}\n`)
    restored = await rehearsePointInTime(binaries, pointInTimeForms[form])
    for (const defect of restored?.defects ?? []) process.stderr.write(`  ${defect}\n`)
  }
} finally {
  await removeBuild()
}

const rows = outcomes.map(rowOf)
const attacks = outcomes.map(attackOf)
if (values.long && restored !== null) await storeResults('faults', [restored.table])
if (!values.long && restored !== null) printResults('faults', [restored.table])
if (values.long && rows.length > 0) {
  // A partial long run replaces only its own rows.
  const kept = readResults('faults').find((table) => table.title === title)
  const isNew = (row: ResultTable['rows'][number]) =>
    rows.some(([what, where]) => what === row[0] && where === row[1])
  const all = [...(kept?.rows ?? []).filter((row) => !isNew(row)), ...rows]
  await storeResults('faults', [
    { title, columns, rows: all, note, attacks: mergeAttacks(kept?.attacks ?? [], attacks) },
  ])
} else if (rows.length > 0) printResults('faults', [{ title, columns, rows, note, attacks }])
process.exitCode = outcomes.every(isGood) && (restored?.isGood ?? true) ? 0 : 1
