import { useTranslation } from 'react-i18next'
import { Disclosure } from '../report/disclosure.tsx'
import classes from './marked-text.module.css'

interface LegendProps {
  /** Whether to explain that a passage can be chosen. */
  choose: boolean
}

/** What the marks mean. */
export function Legend({ choose }: LegendProps) {
  const { t } = useTranslation('report')
  return (
    <div className={classes.legend}>
      {choose && <p className={classes.choose}>{t('legend.choose')}</p>}
      <Disclosure title={t('legend.title')}>
        <dl>
          {(['strong', 'weaker', 'none'] as const).map((strength) => (
            <div key={strength} className={classes.legendRow}>
              <dt>
                <span className={classes.sample} data-strength={strength}>
                  {t(`legend.${strength}`)}
                </span>
              </dt>
              <dd>{t(`legend.${strength}.text`)}</dd>
            </div>
          ))}
          <div className={classes.legendRow}>
            <dt>
              <strong className={classes.phrase}>{t('legend.phrase')}</strong>
            </dt>
            <dd>{t('legend.phrase.text')}</dd>
          </div>
        </dl>
        <p className={classes.legendNote}>{t('text.margin')}</p>
      </Disclosure>
    </div>
  )
}
