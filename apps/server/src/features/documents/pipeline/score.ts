import type { Scorer } from './scoring/scorer.ts'
import type { ReadDocument, ScoredDocument } from './states.ts'

/** The step from a text whose words are reserved to its result. */
export async function scoreText(
  scorer: Pick<Scorer, 'report'>,
  document: ReadDocument,
  signal: AbortSignal,
): Promise<ScoredDocument> {
  const { row, read, words } = document
  return { ...document, report: await scorer.report(row.id, read, words, { signal, owner: row.teacher_id }) }
}
