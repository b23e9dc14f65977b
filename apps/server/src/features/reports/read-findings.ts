import { type Finding, findings } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import { selectFindings } from './store.ts'

/** What was found in each of the caller's documents, by id; a document without a result is left out. The documents must be the caller's own. */
export async function readFindings(database: Database, document_ids: string[]): Promise<Map<string, Finding>> {
  const rows = await selectFindings(database, document_ids)
  return new Map(
    [...rows].flatMap(([id, text]) => {
      const finding = findings.find((each) => each === text)
      return finding ? [[id, finding] as const] : []
    }),
  )
}
