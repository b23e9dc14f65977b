import { useTranslation } from 'react-i18next'
import classes from './crumbs.module.css'

/** Home > Privacy > Cookie Preferences. */
export function CookieCrumbs() {
  const { t } = useTranslation('cookies')
  return (
    <nav aria-label={t('breadcrumb')} className={classes.crumbs}>
      <ol>
        <li>
          <a href="/">{t('breadcrumb.home')}</a>
        </li>
        <li>
          <a href="/privacy">{t('breadcrumb.privacy')}</a>
        </li>
        <li aria-current="page">{t('title')}</li>
      </ol>
    </nav>
  )
}
