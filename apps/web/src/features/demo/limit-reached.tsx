import { useTranslation } from 'react-i18next'
import plain from '../../ui/plain/plain.module.css'
import classes from './demo.module.css'

/** The demo is used up in this browser. */
export function LimitReached({ signUpHref }: { signUpHref: string }) {
  const { t } = useTranslation('demo')
  return (
    <div className={classes.limit}>
      <h3>{t('limit.title')}</h3>
      <p>{t('limit.text')}</p>
      <div className={classes.actions}>
        <a className={plain.primary} href={signUpHref}>
          {t('signUp')}
        </a>
        <a className={plain.secondary} href="/pricing">
          {t('limit.plans')}
        </a>
      </div>
      <p className={classes.note}>{t('limit.reset')}</p>
    </div>
  )
}
