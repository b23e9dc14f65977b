import { parseArgs } from 'node:util'
import { providePostgres } from '../../../apps/server/src/testing/postgres/find.ts'
import { type Findings, keepResults, printResults, readResults } from '../results.ts'
import { trials } from './all.ts'
import { isGood, type Outcome } from './trial.ts'

/**
 * `npm run test:faults`: kills, cuts, fills and sets wrong while a teacher uploads, and looks afterwards whether anything was lost. `--long` does
 * each many times and keeps the figures, `--only kill,disk` a few trials.
 */
const { values } = parseArgs({ options: { long: { type: 'boolean', default: false }, only: { type: 'string' } } })
const names = values.only?.split(',') ?? trials.map(({ name }) => name)
const unknown = names.filter((name) => !trials.some((trial) => trial.name === name))
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are ${trials.map(({ name }) => name).join(', ')}.`)

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
  'an error, a second process that was not refused, an acknowledgement before everything was on disk.'

const rowOf = (outcome: Outcome) => [
  outcome.trial,
  outcome.where,
  outcome.times,
  outcome.acknowledged,
  outcome.completed,
  outcome.lost,
  outcome.duplicated,
  outcome.unfinished,
  outcome.wronglyCharged,
  outcome.orphans,
  outcome.surprises.length,
]

const binaries = providePostgres()
const outcomes: Outcome[] = []
for (const trial of trials.filter(({ name }) => names.includes(name))) {
  if (trial.isServed && binaries === null) continue
  process.stderr.write(`… ${trial.name}\n`)
  const outcome = await trial.run(values.long ? 'long' : 'short', binaries)
  if (outcome === null) process.stderr.write('  left out\n')
  else outcomes.push(outcome)
  for (const surprise of outcome?.surprises ?? []) process.stderr.write(`  ${surprise}\n`)
}

const rows = outcomes.map(rowOf)
if (values.long) {
  // A piece of the long form renews its own rows.
  const kept = readResults('faults').find((table) => table.title === title)?.rows ?? []
  const isNew = (row: Findings['rows'][number]) => rows.some(([what, where]) => what === row[0] && where === row[1])
  await keepResults('faults', [{ title, columns, rows: [...kept.filter((row) => !isNew(row)), ...rows], note }])
} else printResults('faults', [{ title, columns, rows, note }])
process.exitCode = outcomes.every(isGood) ? 0 : 1
