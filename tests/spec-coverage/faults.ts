import type { Proof, Room, Row } from './rooms.ts'
import { stands } from './where.ts'

/** What the rooms are checked against. `read` returns a file's text by its path from the root, or null. */
export interface Ground {
  testNames: ReadonlyMap<string, readonly string[]>
  read: (file: string) => string | null
}

/** Why a proof is invalid: its file is not a test, or has no test of this name. Null if valid. */
export function missingProof({ file, test }: Proof, testNames: Ground['testNames']): string | null {
  const names = testNames.get(file)
  if (!names) return `is proved by a file that is no test: ${file}`
  return names.includes(test) ? null : `is proved by a test that is not in ${file}: ${test}`
}

function proofFault({ proof }: Row, finished: boolean, { testNames }: Ground): string | null {
  if (!proof) return finished ? 'is not proved, but its room is finished' : null
  return missingProof(proof, testNames)
}

/** All problems of the rooms, one sentence each, beginning with the row's id. */
export function faultsOf(rooms: readonly Room[], ground: Ground): string[] {
  const seen = new Set<string>()
  return rooms.flatMap(({ rows, finished }) =>
    rows.flatMap((row) => {
      const twice = seen.has(row.id) ? 'is the id of two rows' : null
      seen.add(row.id)
      const missing = row.where !== undefined && !stands(row.literal, row.where, ground.read) ? `does not stand in ${row.where}` : null
      return [twice, proofFault(row, finished, ground), missing].filter((fault) => fault !== null).map((fault) => `${row.id} ${fault}`)
    }),
  )
}
