import { type Document, readScore, scoreColour } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { showScore } from '../../lib/format/format.ts'
import { ScoreBar } from '../../ui/score-bar/score-bar.tsx'

/** The score of a document with its band, or N/A. */
export function Score({ document }: { document: Pick<Document, 'ai_score' | 'score'> }) {
  const { i18n } = useTranslation()
  const score = readScore(document)
  return <ScoreBar share={score} colour={score === null ? null : scoreColour(score)} text={showScore(i18n, score)} />
}
