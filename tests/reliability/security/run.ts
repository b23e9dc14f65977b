import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import type { Attack } from '../promises.ts'
import type { ResultTable } from '../result-table.ts'
import { printResults, readResults, storeResults } from '../results.ts'
import { measureAttacks } from './attacks.ts'
import { type FuzzResult, fuzzTarget, hangsAfterMs } from './fuzz/fuzz.ts'
import { targets } from './fuzz/targets.ts'

/**
 * `npm run trial -- security`: fuzzes every entry point for untrusted bytes with random inputs, keeping those
 * that reach new code. The same seed gives the same inputs while the code is unchanged. `--long` runs a
 * million and stores the figures, `--only csv,pdf` selects targets, `--seed WORDS` gives other inputs.
 * `attacks` makes the attempts to forge, repeat and reach what is another's.
 */
const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string', default: 'penmark' },
  },
})
const attacksName = 'attacks'
const chosen = values.only?.split(',') ?? [...Object.keys(targets), attacksName]
const names = chosen.filter((name) => name !== attacksName)

const title = 'Fuzzing of untrusted input'
const columns = [
  'Entry point',
  'Inputs',
  'Long texts of one class',
  'Kept because they reached new code',
  'Blocks of code reached',
  'Slowest input (ms)',
  'Failures',
  'Hangs',
]
const note =
  `A failure is an error that is not one of our own refusals, an unhandled rejection, or a broken rule of the entry point (a field that the ` +
  `contract does not name, a cell that a spreadsheet runs, a file left by a refused form). An input that takes more than ${hangsAfterMs / 1_000} s of processor time hangs. Long texts are of 200,000 characters of a single class each, such as combining marks. ` +
  `Blocks are those that V8 counts in our code and in the libraries that read files for it. The machine was busy when the times were measured.`

const rowOf = ({ name, inputs, longTexts, kept, blocks, slowestMs, failures, hung }: FuzzResult) => [
  name,
  inputs,
  longTexts,
  kept,
  blocks,
  Math.round(slowestMs),
  failures.length,
  hung === null ? 0 : 1,
]

/** Records what made a target fail, so that it can become a test. */
async function report({ name, failures, hung }: FuzzResult): Promise<void> {
  const folder = path.join(os.tmpdir(), 'penmark-failures')
  await mkdir(folder, { recursive: true })
  const inputs = [
    ...failures.map(({ input, message, stack }) => ({ input, stack: `${message}\n${stack}` })),
    ...(hung ? [{ input: hung, stack: 'It hung.' }] : []),
  ]
  for (const [nth, { input, stack }] of inputs.entries()) {
    const file = path.join(folder, `${name}-${nth}`)
    await writeFile(file, input)
    process.stdout.write(`${file}\n${stack}\n`)
  }
}

const found: FuzzResult[] = []
for (const name of names) {
  const inputs = targets[name]?.inputs[values.long ? 'long' : 'short']
  if (inputs === undefined)
    throw new Error(
      `There is no target ${name}. Choose from: ${[...Object.keys(targets), attacksName].join(', ')}`,
    )
  const result = await fuzzTarget(name, inputs, values.seed)
  process.stdout.write(`${name}: ${result.inputs} inputs in ${result.seconds} s\n`)
  await report(result)
  found.push(result)
}

/** Adds the stored results of other targets from an earlier long run, unless those counted something else. */
function withKept(rows: ResultTable['rows']): ResultTable['rows'] {
  const kept =
    readResults('security').find(
      (table) => table.title === title && isDeepStrictEqual(table.columns, columns),
    )?.rows ?? []
  const others = kept.filter(([target]) => target !== 'All' && !rows.some(([other]) => other === target))
  const all = [...others, ...rows]
  const order = Object.keys(targets)
  all.sort(([one], [other]) => order.indexOf(String(one)) - order.indexOf(String(other)))
  const sum = (column: number) => all.reduce((total, row) => total + Number(row[column]), 0)
  return [
    ...all,
    ['All', sum(1), sum(2), sum(3), sum(4), Math.max(...all.map((row) => Number(row[5]))), sum(6), sum(7)],
  ]
}

const attackOf = (rows: ResultTable['rows']): Attack => {
  const sum = (column: string) => rows.reduce((total, row) => total + Number(row[columns.indexOf(column)]), 0)
  const [atStake, lost] = [sum('Inputs') + sum('Long texts of one class'), sum('Failures') + sum('Hangs')]
  return {
    promise: 'input',
    attack: `${rows.length} entry points are fuzzed`,
    times: atStake,
    atStake,
    unit: 'inputs',
    lost,
  }
}

const attacked = chosen.includes(attacksName) ? await measureAttacks() : null
if (attacked !== null && values.long) await storeResults('security', [attacked.table])
if (attacked !== null && !values.long) printResults('security', [attacked.table])

const rows = found.map(rowOf)
if (values.long && rows.length > 0) {
  const all = withKept(rows)
  await storeResults('security', [{ title, columns, rows: all, note, attacks: [attackOf(all.slice(0, -1))] }])
} else if (rows.length > 0) printResults('security', [{ title, columns, rows, note }])
const isGood =
  found.every(({ failures, hung }) => failures.length === 0 && hung === null) && (attacked?.isGood ?? true)
process.exitCode = isGood ? 0 : 1
