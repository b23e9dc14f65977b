import { brand } from '@penmark/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName, languages } from '../../../../lib/i18n/languages.ts'
import { Mark } from '../../../../ui/brand/mark.tsx'
import plain from '../../../../ui/plain/plain.module.css'
import { chooseLanguage } from '../language.ts'
import classes from './frame.module.css'

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
          onChange={({ target }) => void chooseLanguage(languages.find((one) => one === target.value) ?? 'en-GB')}
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

/** Copies a text, and says so. */
export function CopyText({ text }: { text: string }) {
  const { t } = useTranslation('writing-room')
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <>
      <button type="button" className={plain.secondary} onClick={() => void copy()}>
        {t('copy')}
      </button>
      <span role="status">{isCopied ? t('copied') : ''}</span>
    </>
  )
}

/** What was written on this device and the server did not take. */
export function Unsent({ texts }: { texts: readonly string[] }) {
  const { t } = useTranslation('writing-room')
  if (texts.length === 0) return null
  return (
    <section>
      <h2>{t('unsent.title')}</h2>
      <p>{t('unsent.text')}</p>
      {texts.map((text) => (
        <div key={text}>
          <textarea className={classes.kept} readOnly rows={8} aria-label={t('unsent.title')} value={text} />
          <CopyText text={text} />
        </div>
      ))}
    </section>
  )
}
