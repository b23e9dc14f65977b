import { brand } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName, languages } from '../../../../lib/i18n/languages.ts'
import { Mark } from '../../../../ui/brand/mark.tsx'
import classes from './frame.module.css'
import { chooseLanguage } from './language.ts'

interface FrameProps {
  /** A page in one column of reading width; the editor brings its own. */
  page?: ReactNode
  children?: ReactNode
}

/** The product's name and the language, above every state of the page. */
export function Frame({ page, children }: FrameProps) {
  const { t, i18n } = useTranslation('writing-room')
  return (
    <>
      <header className={classes.header}>
        <span className={classes.brand}>
          <Mark size={22} />
          {brand.name}
        </span>
        <select
          className={classes.language}
          aria-label={t('language')}
          value={i18n.language}
          onChange={({ target }) =>
            void chooseLanguage(languages.find((language) => language === target.value) ?? 'en-GB')
          }
        >
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {languageName[language]}
            </option>
          ))}
        </select>
      </header>
      {page === undefined ? children : <main className={classes.page}>{page}</main>}
    </>
  )
}
