import { createHash } from 'node:crypto'
import { type FrozenReport, Problem, type Report } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { readDocumentText } from '../documents/read-documents.ts'
import type { ReportsDependencies } from './dependencies.ts'
import { readReport, requireResults } from './read-report.ts'
import { isJudgedBy } from './rules.ts'
import { insertReports } from './store.ts'

/** Freezes results in the caller's transaction. An earlier result of the same model stays as it was. */
export async function keepReports(connection: Connection, reports: FrozenReport[], now: Date): Promise<void> {
  await insertReports(connection, reports, now)
}

const judgedAlready = () =>
  new Problem(
    'conflict',
    'The current detector has already checked this text. Check it again when there is a newer one. Nothing was changed.',
  )

/**
 * Scores the stored text with the active detector. The result is added beside the first, which stays as it is; no words are counted. The
 * file is not read again, so the file's facts are copied from the first result.
 */
export async function recheckDocument(dependencies: ReportsDependencies, id: string, caller: Caller): Promise<Report> {
  const { database, detector, judge } = dependencies
  const { first, results } = await requireResults(database, id, caller)
  if (isJudgedBy(results, detector.modelHash)) throw judgedAlready()
  const text = await readDocumentText(database, id, caller)
  if (createHash('sha256').update(text).digest('hex') !== first.text_hash) throw new Error('A stored text is not the one that was judged.')
  const read = { text, pageCount: null, fileType: null, facts: [] }
  const found = await judge(id, read, first.words ?? 0, {
    signal: new AbortController().signal,
    owner: caller.teacher_id,
    refusesToWait: true,
  })
  const added = await database.transaction((connection) =>
    insertReports(connection, [{ ...found, words: first.words, facts: first.facts }], new Date()),
  )
  if (added === 0) throw judgedAlready()
  return readReport(dependencies, id, caller)
}
