import type { MarkedParagraph } from '@penmark/contract'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../figures.ts'
import { paragraphId } from '../text/paragraph.tsx'
import classes from './plot-table.module.css'

interface PlotTableProps {
  paragraphs: readonly MarkedParagraph[]
  onJump: (paragraph: number) => void
}

/** The plot in figures, one row a paragraph. */
export function PlotTable({ paragraphs, onJump }: PlotTableProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const jump = (event: MouseEvent, paragraph: number) => {
    event.preventDefault()
    onJump(paragraph)
  }
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{t('where.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('where.paragraph')}</th>
          <th scope="col">{t('where.begins')}</th>
          <th scope="col">{t('where.score')}</th>
          <th scope="col">{t('where.passages')}</th>
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
            <td>{passages.length === 0 ? t('where.none') : passages.map((passage) => figures.count(passage.number)).join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
