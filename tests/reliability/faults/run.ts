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

const title = 'Faults, and what was left of them'
const columns = [
  'What was done',
  'Where',
  'Times',
  'Uploads acknowledged',
  'Completed',
  'Lost',
  'Twice',
  'Unfinished',
  'Wrongly charged',
  'Orphans',
  'Other faults',
]
const note =
  'Completed may be more than acknowledged: an upload whose answer was cut off is there, and not promised. It may be less where a bucket fails or ' +
  'a file is never read to its end: such a document ends in ERROR, with a sentence, without a charge, to be tried again. ' +
  'A kill comes at its boundary, or after 1.5 s where that was not passed by then. Wrongly charged: completed without ' +
  'exactly one report and one charge of exactly its words, or charged without being completed. Orphans: files without a row, rows without a file, ' +
  'and texts, reports, charges and jobs without a document. Other faults: a process that ended by itself or was not told, a second process that ' +
  'was let in, an acknowledgement before the disk had all of it.'

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
