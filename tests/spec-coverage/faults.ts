import type { Proof, Room, Row } from './rooms.ts'
import { stands } from './where.ts'

/** What the rooms are held against. `read` gives the text of a file by its path from the root, or null where there is none. */
export interface Ground {
  testNames: ReadonlyMap<string, readonly string[]>
  read: (file: string) => string | null
}

/** What is wrong with a proof: its file is no test, or holds no test of this name. Null where it stands. */
export function missingProof({ file, test }: Proof, testNames: Ground['testNames']): string | null {
  const names = testNames.get(file)
  if (!names) return `is proved by a file that is no test: ${file}`
  return names.includes(test) ? null : `is proved by a test that is not in ${file}: ${test}`
}

function proofFault({ proof }: Row, finished: boolean, { testNames }: Ground): string | null {
  if (!proof) return finished ? 'is not proved, but its room is finished' : null
  return missingProof(proof, testNames)
}

/** Everything that is wrong with the rooms, a sentence each, beginning with the id of the row. */
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
