import type { Proof, Room, Row } from './rooms.ts'
import type { WrittenTest } from './test-names.ts'
import { stands } from './where.ts'

/** Rows that one assertion may prove: one that proves more proves none of them well. */
const mostRows = 5

/** What the rooms are checked against. `read` returns a file's text by its path from the root, or null. */
export interface Ground {
  tests: ReadonlyMap<string, readonly WrittenTest[]>
  read: (file: string) => string | null
}

/** Why a proof is invalid: its file is not a test, or has no test of this name. Null if valid. */
export function missingProof({ file, test }: Proof, testNames: ReadonlyMap<string, readonly string[]>): string | null {
  const names = testNames.get(file)
  if (!names) return `is proved by a file that is no test: ${file}`
  return names.includes(test) ? null : `is proved by a test that is not in ${file}: ${test}`
}

function weakProof({ file, test, asserts }: Proof, tests: Ground['tests']): string | null {
  const written = tests.get(file)?.find(({ name }) => name === test)
  if (!written) return null
  if (!written.provesPresence) return `is proved by a test that expects nothing to be there: ${test}`
  if (asserts === undefined) return `does not name what its test asserts: ${test}`
  return written.source.includes(asserts) ? null : `is not asserted by its test: ${asserts}`
}

function proofFault(
  { proof }: Row,
  finished: boolean,
  tests: Ground['tests'],
  names: ReadonlyMap<string, readonly string[]>,
): string | null {
  if (!proof) return finished ? 'is not proved, but its room is finished' : null
  return missingProof(proof, names) ?? weakProof(proof, tests)
}

/** Assertions that prove too many rows. */
function overloadedProofs(rooms: readonly Room[]): string[] {
  const counts = new Map<string, number>()
  for (const { proof } of rooms.flatMap(({ rows }) => rows)) {
    if (proof?.asserts === undefined) continue
    const assertion = `${proof.asserts} in ${proof.file} > ${proof.test}`
    counts.set(assertion, (counts.get(assertion) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > mostRows).map(([assertion, count]) => `${assertion} proves ${count} rows`)
}

/** All problems of the rooms, one sentence each, beginning with the row's id where there is one. */
export function faultsOf(rooms: readonly Room[], { tests, read }: Ground): string[] {
  const seen = new Set<string>()
  const names = new Map([...tests].map(([file, written]) => [file, written.map(({ name }) => name)]))
  const ofRows = rooms.flatMap(({ rows, finished }) =>
    rows.flatMap((row) => {
      const twice = seen.has(row.id) ? 'is the id of two rows' : null
      seen.add(row.id)
      const missing = row.where !== undefined && !stands(row.literal, row.where, read) ? `does not stand in ${row.where}` : null
      return [twice, proofFault(row, finished, tests, names), missing]
        .filter((fault) => fault !== null)
        .map((fault) => `${row.id} ${fault}`)
    }),
  )
  return [...ofRows, ...overloadedProofs(rooms)]
}
