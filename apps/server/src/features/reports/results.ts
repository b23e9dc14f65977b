import { type CardBasis, type Document, type FrozenReport, Problem, type Report } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller, Owner } from '../../http/caller.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import type { PrintedOverlap, PrintedWriting } from '../../print/messages.ts'
import type { Printer } from '../../print/printer.ts'
import { sha256 } from '../../security/secrets.ts'
import { readDocument, readDocumentText } from '../documents/read-documents.ts'
import { isScoredBy, toCheck, withChecks } from './rules.ts'
import { insertReports, selectCardBases, selectReports } from './store.ts'

/** What the actions on reports need. */
export interface ReportsDependencies {
  database: Database
  printer: Printer
  /** How a text was written, which a feature of a higher layer knows; null unless it was handed in from a writing task. */
  readWriting: (id: string, owner: Owner) => Promise<PrintedWriting | null>
  /** What a text shares with others, which a feature of a higher layer knows. */
  readOverlap: (id: string, owner: Owner) => Promise<PrintedOverlap[]>
  /** The active detector. */
  detector: Pick<Pipeline['detector'], 'modelHash' | 'minimumWords'>
  score: Pipeline['report']
}

/** What printing a report needs. */
export type PrintDependencies = Pick<ReportsDependencies, 'database' | 'printer' | 'readWriting' | 'readOverlap'>

interface DocumentResults {
  document: Document
  /** Newest last; empty until the document is COMPLETED. */
  results: FrozenReport[]
}

/** The caller's own document with its results; another teacher's answers 404. */
async function readResults(connection: Connection, id: string, caller: Owner): Promise<DocumentResults> {
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

/** What cards state of these documents, by document id; without those that have no result. */
export function readCardBases(connection: Connection, document_ids: string[]): Promise<Map<string, CardBasis>> {
  return selectCardBases(connection, document_ids)
}

/** Stores results in the caller's transaction. An earlier result of the same model stays as it was. */
export async function storeReports(connection: Connection, reports: FrozenReport[], now: Date): Promise<void> {
  await insertReports(connection, reports, now)
}

const alreadyScored = () =>
  new Problem(
    'conflict',
    'The current detector has already checked this text. Check it again when there is a newer one. Nothing was changed.',
  )

/**
 * Scores the stored text with the active detector. The result is added beside the first, which stays as it is; no words are counted. The
 * file is not read again, so the file's facts are copied from the first result.
 */
export async function recheckDocument(dependencies: ReportsDependencies, id: string, caller: Caller): Promise<Report> {
  const { database, detector, score } = dependencies
  const { first, results } = await requireResults(database, id, caller)
  if (isScoredBy(results, detector.modelHash)) throw alreadyScored()
  const text = await readDocumentText(database, id, caller)
  if (sha256(text) !== first.text_hash) throw new Error('A stored text is not the one that was scored.')
  const read = { text, pageCount: null, fileType: null, facts: [] }
  const found = await score(id, read, first.words ?? 0, {
    signal: new AbortController().signal,
    owner: caller.teacher_id,
    refusesToWait: true,
  })
  const added = await database.transaction((connection) =>
    insertReports(connection, [{ ...found, words: first.words, facts: first.facts }], new Date()),
  )
  if (added === 0) throw alreadyScored()
  return readReport(dependencies, id, caller)
}
