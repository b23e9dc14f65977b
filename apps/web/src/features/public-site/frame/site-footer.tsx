import { brand } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { languageName, languages } from '../../../lib/i18n/languages.ts'
import classes from './frame.module.css'

const entries = [
  ['home', '/'],
  ['pricing', '/pricing'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
  ['cookies', '/cookie-preferences'],
  ['support', '/support'],
] as const

const schemes = ['auto', 'light', 'dark'] as const

/** The server replaces this by the copyright year. */
const yearPlace = '__COPYRIGHT_YEAR__'

export function SiteFooter() {
  const { t, i18n } = useTranslation(['site', 'ui'])
  return (
    <footer className={classes.footer}>
      <div className={classes.foot}>
        <nav className={classes.footLinks} aria-label={t('footer.label')}>
          {entries.map(([id, address]) => (
            <a key={id} href={address}>
              {t(`footer.${id}`)}
            </a>
          ))}
        </nav>
        <nav className={classes.footLinks} aria-label={t('ui:language')}>
          {languages.map((language) => (
            <a
              key={language}
              href={`?lang=${language}`}
              lang={language}
              hrefLang={language}
              aria-current={language === i18n.language || undefined}
            >
              {languageName[language]}
            </a>
          ))}
        </nav>
        <label className={classes.scheme} data-scheme hidden>
          {t('ui:colour.label')}
          <select>
            {schemes.map((scheme) => (
              <option key={scheme} value={scheme}>
                {t(`ui:colour.${scheme}`)}
              </option>
            ))}
          </select>
        </label>
        <p className={classes.copyright}>
          © {yearPlace} {brand.name}
        </p>
      </div>
    </footer>
  )
}
