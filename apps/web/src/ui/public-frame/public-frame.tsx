import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { brand } from '@penmark/contract'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName, languages } from '../../lib/i18n/languages.ts'
import { Mark } from '../brand/mark.tsx'
import { preloadReadingFont } from '../theme/preload-reading-font.ts'
import classes from './public-frame.module.css'

interface PublicFrameProps {
  title: string
  lead?: string
  /** The breadcrumb above the headline. */
  above?: ReactNode
  children: ReactNode
}

/** The frame of a public page. */
export function PublicFrame({ title, lead, above, children }: PublicFrameProps) {
  // Titles are set in it too.
  preloadReadingFont()
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
  }, [title])
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        {/* A page of its own, which the server sends. */}
        <a href="/" className={classes.brand}>
          <Mark />
          {brand.name}
        </a>
        <PreferenceSelects />
      </header>
      <main className={classes.main}>
        {above}
        <h1 className={classes.title}>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </main>
    </div>
  )
}

const schemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[]

/** Language and appearance as two plain lists: a first page must not carry the menus. */
function PreferenceSelects() {
  const { t, i18n } = useTranslation('ui')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={classes.selects}>
      <select
        className={classes.select}
        aria-label={t('language')}
        value={i18n.language}
        onChange={({ currentTarget }) => void i18n.changeLanguage(currentTarget.value)}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageName[language]}
          </option>
        ))}
      </select>
      <select
        className={classes.select}
        aria-label={t('colour.label')}
        value={colorScheme}
        onChange={({ currentTarget }) =>
          setColorScheme(schemes.find((scheme) => scheme === currentTarget.value) ?? 'auto')
        }
      >
        {schemes.map((scheme) => (
          <option key={scheme} value={scheme}>
            {t(`colour.${scheme}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
