import { scoreBands, scoreColour, verdictAtPercent } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from './figures.ts'
import classes from './result.module.css'

const cuts = [scoreBands.amber, verdictAtPercent, scoreBands.red] as const

/** The score as a mark on a thin line with the three cuts. */
export function ScoreScale({ score }: { score: number }) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const [low, middle, high] = cuts.map((cut) => figures.share(cut / 100))
  return (
    <div className={classes.scale}>
      <div className={classes.line} role="img" aria-label={t('scale.label', { score: figures.score(score), low, middle, high })}>
        {cuts.map((cut) => (
          <span key={cut} className={classes.cut} style={{ left: `${cut}%` }} />
        ))}
        <span className={classes.mark} data-colour={scoreColour(score)} style={{ left: `${score * 100}%` }} />
      </div>
      <div className={classes.cutLabels} aria-hidden="true">
        <span className={classes.end}>{t('scale.human')}</span>
        {cuts.map((cut) => (
          <span key={cut} className={classes.cutLabel} style={{ left: `${cut}%` }}>
            {figures.share(cut / 100)}
          </span>
        ))}
        <span className={classes.end}>{t('scale.machine')}</span>
      </div>
    </div>
  )
}
