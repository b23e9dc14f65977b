import { measureStage } from '../../../services/observe/channels.ts'
import type { JobHandler } from '../../../services/queue/queue.ts'
import { maximumRuns } from '../rows/rules.ts'
import { createDocumentsAtHand } from './claimed-batch.ts'
import { type CompleteDependencies, completeDocuments } from './complete.ts'
import { type FailDependencies, failDocument, failStep } from './fail.ts'
import { type ReadDependencies, readContent } from './read.ts'
import { type ReserveDependencies, reserveDocuments } from './reserve.ts'
import { scoreText } from './score.ts'
import type { Scorer } from './scoring/scorer.ts'
import type { ReadDocument, ScoredDocument } from './states.ts'

export interface ProcessDependencies
  extends ReadDependencies,
    ReserveDependencies,
    CompleteDependencies,
    FailDependencies {
  scorer: Scorer
}

/**
 * Creates the handler that takes documents from the queue to their results, any number at a time. A `Problem`
 * or an unreadable file is final; any other error is rethrown, so that the queue retries, until the last
 * attempt ends in ERROR.
 */
export function createProcessor(dependencies: ProcessDependencies): JobHandler {
  const atHand = createDocumentsAtHand(dependencies.database)
  const reserve = atHand.batched((documents: ReadDocument[]) => reserveDocuments(dependencies, documents))
  const complete = atHand.batched((documents: ScoredDocument[]) => completeDocuments(dependencies, documents))
  return async (job, signal) => {
    const claimed = await atHand.claim(job)
    if (claimed === null) return
    try {
      if (claimed.row.runs > maximumRuns) return await failDocument(dependencies, claimed)
      const document = await readContent(dependencies, claimed, signal)
      if (!(await reserve(document))) return
      const scored = await measureStage('detecting', () => scoreText(dependencies.scorer, document, signal))
      await measureStage('keeping', () => complete(scored))
    } catch (error) {
      await failStep(dependencies, claimed, error, signal)
    } finally {
      atHand.release(claimed)
    }
  }
}
