import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Proof, readAreas } from './areas.ts'
import { copyRepository } from './copy.ts'
import { applyChange, mutate, readChanges } from './mutation.ts'
import { specificationPage } from './page.ts'
import { isJourney, ProofRunner } from './run-proof.ts'
import { readTrials, writeTrial } from './score.ts'

/**
 * `npm run trial -- mutations [--within apps/web] [--ids a,b] [--again] [--journeys]`: changes what a row
 * quotes in a copy of the product, and runs the test that proves the row, which must fail. Tries the rows that
 * were not tried yet, or the named ones, or with `--again` all. Proofs in a browser are left out without
 * `--journeys`.
 */
const { values } = parseArgs({
  options: {
    within: { type: 'string', default: '' },
    ids: { type: 'string' },
    again: { type: 'boolean', default: false },
    journeys: { type: 'boolean', default: false },
  },
})
const root = path.join(import.meta.dirname, '../..')
const ids = values.ids?.split(',')

const folder = await mkdtemp(path.join(tmpdir(), 'penmark-mutations-'))
const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => void remove().then(() => process.exit(1)))

const runner = new ProofRunner(folder)
const changes = readChanges()
const baseline = new Map<string, boolean>()

/**
 * Whether the proof of a row notices a change of a file. Null if it fails without one: it shows nothing, and a
 * test that needs those before it would fail alone whatever is changed.
 */
async function notices(
  proof: Proof,
  file: string,
  original: string,
  changed: string,
): Promise<boolean | null> {
  const key = `${proof.file} ${proof.test}`
  if (!baseline.has(key)) baseline.set(key, await runner.passes(proof))
  if (!baseline.get(key)) return null
  const place = path.join(folder, file)
  writeFileSync(place, changed)
  const passed = await runner.passesWith(proof, place)
  writeFileSync(place, original)
  return !passed
}

try {
  const sources = await copyRepository(root, folder)
  const tried = values.again ? new Map() : readTrials()
  const candidates = readAreas()
    .flatMap(({ rows }) => rows)
    .filter(({ id }) => ids?.includes(id) ?? !tried.has(id))
    .flatMap((row) => {
      const change = changes.get(row.id)
      const mutation = change === undefined ? mutate(row, sources) : applyChange(change, sources)
      const { id, proof } = row
      const isWanted = proof?.file.startsWith(values.within) && (values.journeys || !isJourney(proof))
      return mutation !== null && proof !== null && isWanted ? [{ id, proof, ...mutation }] : []
    })
    .sort((one, other) => one.proof.file.localeCompare(other.proof.file))
  for (const [index, { id, proof, file, text }] of candidates.entries()) {
    const noticed = await notices(proof, file, sources.get(file) ?? '', text)
    if (noticed !== null) writeTrial(id, noticed)
    const result = noticed === null ? 'red without a change' : noticed ? 'noticed' : 'not noticed'
    console.log(
      `${index + 1} of ${candidates.length} ${result.padEnd(20)} ${id} in ${file}, by ${proof.file}`,
    )
  }
  writeFileSync(path.join(root, 'docs/specification.md'), specificationPage(readAreas(), readTrials()))
} finally {
  await runner.close()
  await remove()
}
