import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readAreas } from './areas.ts'
import { specificationPage } from './page.ts'
import { compare, departuresOf } from './quotes.ts'
import { readTrials } from './score.ts'
import { readSpecification } from './specification.ts'
import { readEntries, writeEntries } from './statements.ts'

/**
 * Compares every row with the specification and finds statements without a row. Writes the hashes that the
 * tests check, and docs/specification.md. A statement that requires nothing gets a `reason` in statements.jsonl.
 */
const { values } = parseArgs({ options: { specification: { type: 'string', default: '../shared/spec' } } })

const areas = readAreas()
const { entries, misquoted, missing } = compare(areas, readSpecification(values.specification), readEntries())
writeEntries(entries)
writeFileSync(
  path.join(import.meta.dirname, '../../docs/specification.md'),
  specificationPage(areas, readTrials()),
)

for (const line of misquoted) console.log(line)
for (const { at, text } of missing) console.log(`${at} has no row for: ${text}`)
console.log(`${misquoted.length} misquoted, ${missing.length} without a row`)
for (const { decision, id } of departuresOf(areas))
  console.log(`decision ${decision} allows the departure ${id}`)
if (misquoted.length + missing.length > 0) process.exitCode = 1
