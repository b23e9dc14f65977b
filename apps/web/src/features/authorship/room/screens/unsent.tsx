import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '../../../../ui/plain/plain.module.css'
import classes from './unsent.module.css'

/** A button that copies a text and confirms it. */
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

/** Texts written on this device that the server did not accept. */
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
