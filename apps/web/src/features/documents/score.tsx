import { type Document, readScore, scoreColour } from '@penmark/contract'
import type { i18n } from 'i18next'
import { showScore } from '../../lib/format/format.ts'
import { ScoreBar } from '../../ui/score-bar/score-bar.tsx'

interface ScoreProps {
  document: Pick<Document, 'ai_score' | 'score'>
  /** Of the table around it. */
  i18n: i18n
}

/** The score of a document with its band, or N/A. */
export function Score({ document, i18n }: ScoreProps) {
  const score = readScore(document)
  return <ScoreBar share={score} colour={score === null ? null : scoreColour(score)} text={showScore(i18n, score)} />
}
