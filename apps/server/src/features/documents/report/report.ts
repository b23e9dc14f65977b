import {
  type CardBasis,
  type Document,
  emptyReport,
  type FrozenReport,
  Problem,
  type Report,
} from '@penmark/contract'
import type { Caller, Owner } from '../../../http/caller.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Scorer } from '../pipeline/scoring/scorer.ts'
import { readDocument, readDocumentText } from '../rows/read-documents.ts'
import { isScoredBy, withChecks } from './rules.ts'
import { insertReports, selectCardBases, selectReports } from './store.ts'

export interface ResultsDependencies {
  database: Database
  scorer: Pick<Scorer, 'detector' | 'report'>
}

interface DocumentResults {
  document: Document
  /** Newest last; empty until the document is COMPLETED. */
  results: FrozenReport[]
}

/** The caller's own document with its results; another teacher's answers 404. */
async function readResults(connection: Connection, id: string, caller: Owner): Promise<DocumentResults> {
  const document = await readDocument(connection, id, caller).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not_found') {
      throw problem('not_found', 'report_unknown', {}, { cause: error })
    }
    throw error
  })
  if (document.status !== 'COMPLETED') return { document, results: [] }
  const results = await selectReports(connection, id)
  // It was deleted in the meantime, perhaps by the student who took it back.
  if (results.length === 0) throw problem('not_found', 'report_unknown')
  return { document, results }
}

/** The first result and later ones. Throws a conflict while the document has none. */
export async function requireResults(connection: Connection, id: string, caller: Owner) {
  const { document, results } = await readResults(connection, id, caller)
  const [first, ...later] = results
  if (!first) throw problem('conflict', 'report_not_ready')
  return { document, first, later, results }
}

/** The report; without one, the same shape with the status and no finding. */
export async function readReport(
  { database, scorer: { detector } }: ResultsDependencies,
  id: string,
  caller: Caller,
): Promise<Report> {
  const { document, results } = await readResults(database, id, caller)
  const { status, status_reason, word_count: words } = document
  return (
    withChecks(results, detector.modelHash) ??
    emptyReport({ document_id: id, status, status_reason, words, words_needed: detector.minimumWords })
  )
}

/** What cards state of these documents, by document id; without those that have no result. */
export function readCardBases(
  connection: Connection,
  document_ids: string[],
): Promise<Map<string, CardBasis>> {
  return selectCardBases(connection, document_ids)
}

/** Stores results in the caller's transaction. An earlier result of the same model stays as it was. */
export async function storeReports(
  connection: Connection,
  reports: FrozenReport[],
  now: Date,
): Promise<void> {
  await insertReports(connection, reports, now)
}

const alreadyScored = () => problem('conflict', 'report_up_to_date')

/**
 * Scores the stored text with the active detector. The result is added beside the first, which stays as it
 * is; no words are counted. The file is not read again, so the file's facts are copied from the first result.
 */
export async function recheckDocument(
  dependencies: ResultsDependencies,
  id: string,
  caller: Caller,
): Promise<Report> {
  const { database, scorer } = dependencies
  const { first, results } = await requireResults(database, id, caller)
  if (isScoredBy(results, scorer.detector.modelHash)) throw alreadyScored()
  const text = await readDocumentText(database, id, caller)
  if (sha256(text) !== first.text_hash) throw new Error('A stored text is not the one that was scored.')
  const read = { text, pageCount: null, fileType: null, facts: [] }
  const found = await scorer.report(id, read, first.words ?? 0, {
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
