import { flaggedScore } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { useFigures } from '../use-figures.ts'
import classes from './marked-text.module.css'

interface LegendProps {
  isMarked: boolean
  /** Whether to explain that a passage can be clicked. */
  choose: boolean
}

export function Legend({ isMarked, choose }: LegendProps) {
  const { t } = useTranslation('report')
  const threshold = useFigures().share(flaggedScore)
  return (
    <div className={classes.legend}>
      {isMarked && (
        <>
          <h3 className={classes.legendTitle}>{t('legend.title')}</h3>
          <dl>
            {(['strong', 'weaker', 'none'] as const).map((strength) => (
              <div key={strength} className={classes.legendRow}>
                <dt>
                  <span className={classes.sample} data-strength={strength}>
                    {t(`legend.${strength}`)}
                  </span>
                </dt>
                <dd>{t(`legend.${strength}.text`, { threshold })}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className={classes.legendNote}>{t('text.margin')}</p>
      {choose && <p className={classes.choose}>{t('legend.choose')}</p>}
    </div>
  )
}
