import type { MarkedParagraph } from '@penmark/contract'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paragraphId } from '../marked-text/paragraph.tsx'
import { useFigures } from '../use-figures.ts'
import classes from './score-table.module.css'

interface ScoreTableProps {
  paragraphs: readonly MarkedParagraph[]
  onJump: (paragraph: number) => void
}

/** The plot as a table, one row per paragraph. */
export function ScoreTable({ paragraphs, onJump }: ScoreTableProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const jump = (event: MouseEvent, paragraph: number) => {
    event.preventDefault()
    onJump(paragraph)
  }
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{t('distribution.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('distribution.paragraph')}</th>
          <th scope="col">{t('distribution.begins')}</th>
          <th scope="col">{t('distribution.score')}</th>
          <th scope="col">{t('distribution.passages')}</th>
        </tr>
      </thead>
      <tbody>
        {paragraphs.map(({ number, score, leftOut, stretches, passages }) => (
          <tr key={number}>
            <th scope="row">
              <a href={`#${paragraphId(number)}`} onClick={(event) => jump(event, number)} aria-label={t('text.paragraph', { number })}>
                {figures.count(number)}
              </a>
            </th>
            <td className={classes.begins}>{stretches[0]?.text.slice(0, 80)}</td>
            <td>{score === null ? t(leftOut ? `kind.${leftOut}` : 'notAvailable') : figures.score(score)}</td>
            <td>{passages.length === 0 ? t('distribution.none') : passages.map((passage) => figures.count(passage.number)).join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
