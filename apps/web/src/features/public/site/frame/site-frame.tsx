import { brand } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName, languages } from '../../../../lib/i18n/languages.ts'
import { Mark } from '../../../../ui/brand/mark.tsx'
import prose from '../prose.module.css'
import classes from './frame.module.css'

export type PageId =
  | 'home'
  | 'pricing'
  | 'educator'
  | 'technology'
  | 'limits'
  | 'privacy'
  | 'terms'
  | 'support'
  | 'cookies'

/** Where someone without an account starts: the dashboard asks them to register. */
export const startAddress = '/dashboard?register'

const headerLinks = [
  ['home', '/'],
  ['pricing', '/pricing'],
  ['technology', '/technology'],
  ['educator', '/educator'],
] as const

interface SiteFrameProps {
  page: PageId
  children: ReactNode
}

/** The header, a page and the footer. Everything works before any script has loaded. */
export function SiteFrame({ page, children }: SiteFrameProps) {
  const { t } = useTranslation('site')
  return (
    <>
      <a className={classes.skip} href="#content">
        {t('nav.skip')}
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <a href="/" className={classes.brand}>
            <Mark />
            {brand.name}
          </a>
          <nav className={classes.wide} aria-label={t('nav.label')}>
            <Links page={page} />
          </nav>
          <details className={classes.menu} data-menu>
            <summary className={classes.toggle} aria-label={t('nav.toggle')}>
              <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
                <path
                  d="M4 7h16M4 12h16M4 17h16"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeLinecap="round"
                />
              </svg>
            </summary>
            <nav className={classes.dropdown} aria-label={t('nav.label')}>
              <Links page={page} />
            </nav>
          </details>
        </div>
      </header>
      <main id="content" className={classes.main}>
        {children}
      </main>
      <SiteFooter />
    </>
  )
}

function Links({ page }: { page: PageId }) {
  const { t } = useTranslation('site')
  // The home page leaves Technology out of its header, because its own sections link there.
  const shown = headerLinks.filter(([id]) => !(page === 'home' && id === 'technology'))
  return (
    <>
      {shown.map(([id, address]) => (
        <a key={id} href={address} className={classes.link} aria-current={id === page ? 'page' : undefined}>
          {t(`nav.${id}`)}
        </a>
      ))}
      <a href="/dashboard" className={classes.start}>
        {t('nav.start')}
      </a>
    </>
  )
}

const footerPages = [
  ['home', '/'],
  ['pricing', '/pricing'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
  ['cookies', '/cookie-preferences'],
  ['support', '/support'],
] as const

const schemes = ['auto', 'light', 'dark'] as const

/** The server replaces this by the copyright year. */
const yearPlaceholder = '__COPYRIGHT_YEAR__'

function SiteFooter() {
  const { t, i18n } = useTranslation(['site', 'ui'])
  return (
    <footer className={classes.footer}>
      <div className={classes.footerContent}>
        <nav className={classes.footerLinks} aria-label={t('footer.label')}>
          {footerPages.map(([id, address]) => (
            <a key={id} href={address}>
              {t(`footer.${id}`)}
            </a>
          ))}
        </nav>
        <nav className={classes.footerLinks} aria-label={t('ui:language')}>
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
          © {yearPlaceholder} {brand.name}
        </p>
      </div>
    </footer>
  )
}

interface PlainPageProps {
  /** Above the headline. */
  above?: ReactNode
  title: string
  lead: string
  children: ReactNode
}

/** A page with a headline and a form. */
export function PlainPage({ above, title, lead, children }: PlainPageProps) {
  return (
    <>
      {above}
      <h1 className={prose.title}>{title}</h1>
      <p className={prose.lead}>{lead}</p>
      <div className={prose.filled}>{children}</div>
    </>
  )
}
