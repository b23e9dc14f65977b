import { Problem, type Report, routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { Caller } from '../../http/caller.ts'
import { readDocument } from '../documents/read-documents.ts'
import { selectOptionalReport } from './store.ts'

/** The report; while there is none, the same shape with the status and nothing found. */
async function readReport(database: Database, id: string, wordsNeeded: number, caller: Caller): Promise<Report> {
  const document = await readDocument(database, id, caller).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') {
      throw new Problem('not_found', 'No assessment result found for this document.', { cause: error })
    }
    throw error
  })
  const report = document.status === 'COMPLETED' ? await selectOptionalReport(database, id) : null
  return (
    report ?? {
      document_id: id,
      status: document.status,
      status_reason: document.status_reason,
      score: null,
      label: null,
      finding: null,
      reasons: [],
      words: document.word_count,
      words_needed: wordsNeeded,
      ai_share: null,
      calibration: null,
      paragraph_results: [],
      results: [],
      facts: [],
      detector: null,
      text_hash: null,
      created_at: null,
    }
  )
}

export function bindReports({ bind }: Binder, database: Database, wordsNeeded: number): void {
  bind(routes.readReport, ({ id }, caller) => readReport(database, id, wordsNeeded, caller))
}
