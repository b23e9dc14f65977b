import { isCharged } from '@penmark/contract'
import type { Database } from '../../../services/database/database.ts'
import type { Emit } from '../../../services/events/events.ts'
import { releaseWords, spendWords } from '../../accounts/index.ts'
import { storeReports } from '../report/report.ts'
import { recordCompleted } from '../standing/evidence.ts'
import { updateCompleted } from './job-store.ts'
import type { ScoredDocument } from './states.ts'

export interface CompleteDependencies {
  database: Database
  emit: Emit
}

/**
 * The last step: stores results, marks the reserved words as spent and announces the completion, in one
 * transaction.
 */
export function completeDocuments(
  { database, emit }: CompleteDependencies,
  batch: ScoredDocument[],
): Promise<Map<string, true>> {
  return database.transaction(async (connection): Promise<Map<string, true>> => {
    const now = new Date()
    const results = batch.map(({ job, row, read, words, report: { score, label, finding, ai_share } }) => ({
      job,
      file_type: read.fileType ?? row.file_type,
      score,
      label,
      finding,
      ai_share,
      word_count: words,
      character_count: read.text.length,
      page_count: read.pageCount,
    }))
    const completed = await updateCompleted(connection, results, now)
    const owned = batch.filter(({ row }) => completed.has(row.id))
    if (owned.length === 0) return new Map()
    await storeReports(
      connection,
      owned.map(({ report }) => report),
      now,
    )
    await recordCompleted(
      connection,
      owned.map(({ report }) => report),
    )
    const charged = owned.filter(({ report, words }) =>
      isCharged({ finding: report.finding, word_count: words }),
    )
    for (const document of owned)
      if (!charged.includes(document)) await releaseWords(connection, document.row.id)
    await spendWords(
      connection,
      charged.map(({ row }) => row.id),
    )
    await emit(connection, 'documentsCompleted', { documents: [...completed.values()], now })
    return new Map(owned.map(({ row }) => [row.id, true]))
  })
}
