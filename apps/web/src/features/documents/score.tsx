import { type Document, readScore, scoreColour, showScore } from '@penmark/contract'
import { ScoreBar } from '../../ui/score-bar/score-bar.tsx'

/** The score of a document with its band, or N/A. */
export function Score({ document }: { document: Pick<Document, 'ai_score' | 'score'> }) {
  const score = readScore(document)
  return <ScoreBar share={score} colour={score === null ? null : scoreColour(score)} text={showScore(score)} />
}
