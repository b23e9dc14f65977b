import { type Document, type FrozenReport, Problem, type Report } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import type { Caller, Owner } from '../../http/caller.ts'
import { readDocument } from '../documents/read-documents.ts'
import type { ReportsDependencies } from './dependencies.ts'
import { toCheck, withChecks } from './rules.ts'
import { selectReports } from './store.ts'

export interface OwnResults {
  document: Document
  /** Newest last; empty until the document is COMPLETED. */
  results: FrozenReport[]
}

/** The caller's own document with its results; another teacher's answers 404. */
async function readResults(connection: Connection, id: string, caller: Owner): Promise<OwnResults> {
  const document = await readDocument(connection, id, caller).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') {
      throw new Problem('not_found', 'No assessment result found for this document.', { cause: error })
    }
    throw error
  })
  return { document, results: document.status === 'COMPLETED' ? await selectReports(connection, id) : [] }
}

/** The first result and later ones. Throws a conflict while the document has none. */
export async function requireResults(connection: Connection, id: string, caller: Owner) {
  const { document, results } = await readResults(connection, id, caller)
  const [first, ...later] = results
  if (!first) throw new Problem('conflict', 'This document is not completed yet. Its report will be available when it is.')
  return { document, first, later, results }
}

/** The report; without one, the same shape with the status and no finding. */
export async function readReport({ database, detector }: ReportsDependencies, id: string, caller: Caller): Promise<Report> {
  const { document, results } = await readResults(database, id, caller)
  const report = withChecks(results, detector.modelHash)
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
      words_needed: detector.minimumWords,
      ai_share: null,
      calibration: null,
      sentence_band: null,
      attribution: null,
      text_type: null,
      calibrated_probability: null,
      evidence: null,
      paragraph_results: [],
      results: [],
      detail: null,
      facts: [],
      detector: null,
      text_hash: null,
      created_at: null,
      checks: results.map(toCheck),
      may_recheck: false,
    }
  )
}
