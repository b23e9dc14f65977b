import type { StatedNames } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import type { Database } from '../../../services/database/database.ts'
import { selectCardBases } from '../report/store.ts'
import { selectExistingIds, selectTextStarts } from '../rows/store.ts'

/** A writer's name stands above the text, in a line of its own. */
const firstLines = 6
const longestLine = 60

function shortLines(start: string): string[] {
  const lines = start.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .slice(0, firstLines)
    .filter(({ length }) => length <= longestLine)
}

/** What the caller's own documents say of their writers; those of others are left out. */
export async function readStatedNames(
  database: Database,
  ids: readonly string[],
  { teacher_id }: Owner,
): Promise<StatedNames[]> {
  const own = await selectExistingIds(database, teacher_id, [...ids])
  const starts = await selectTextStarts(database, teacher_id, own, (firstLines + 1) * (longestLine + 1))
  const bases = await selectCardBases(database, [...starts.keys()])
  return [...starts].map(([id, start]) => ({
    id,
    author:
      bases.get(id)?.facts.find(({ kind, name }) => kind === 'metadata' && name === 'author')?.value ?? null,
    first_lines: shortLines(start),
  }))
}
