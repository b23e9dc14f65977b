import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '../../../../ui/plain/plain.module.css'
import classes from './frame.module.css'

export function OpeningLink() {
  const { t } = useTranslation('writing-room')
  return <p role="status">{t('opening')}</p>
}

/** A link that was mistyped, replaced or revoked; the server does not say which. */
export function UnknownLink({ isFromPlatform }: { isFromPlatform: boolean }) {
  const { t } = useTranslation('writing-room')
  return (
    <>
      <h1>{t(isFromPlatform ? 'unknown.course.title' : 'unknown.title')}</h1>
      <p>{t(isFromPlatform ? 'unknown.course.text' : 'unknown.text')}</p>
    </>
  )
}

export function ClosedTask({ detail }: { detail: string }) {
  const { t } = useTranslation('writing-room')
  return (
    <>
      <h1>{t('closed.title')}</h1>
      <p>{detail}</p>
    </>
  )
}

export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('writing-room')
  return (
    <>
      <h1>{t('away.title')}</h1>
      <p role="status">{t('away.text')}</p>
      <div className={classes.actions}>
        <button type="button" className={plain.secondary} onClick={onRetry}>
          {t('away.retry')}
        </button>
      </div>
    </>
  )
}

interface PinProps {
  /** `wrong`, or a sentence of the server; null before the first try. */
  problem: string | null
  onEnter: (pin: string) => Promise<void>
}

export function Pin({ problem, onEnter }: PinProps) {
  const { t } = useTranslation('writing-room')
  const [pin, setPin] = useState('')
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  useEffect(() => document.getElementById(id)?.focus(), [id])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await onEnter(pin.trim())
    setBusy(false)
  }
  return (
    <>
      <h1>{t('pin.title')}</h1>
      <p>{t('pin.text')}</p>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <label className={plain.label} htmlFor={id}>
          {t('pin.label')}
        </label>
        <input
          id={id}
          className={plain.input}
          value={pin}
          onChange={({ target }) => setPin(target.value)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          required
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
        />
        {problem !== null && (
          <p id={`${id}-problem`} className={`${plain.error} ${classes.notice}`} role="alert">
            {problem === 'wrong' ? t('pin.wrong') : problem}
          </p>
        )}
        <div className={classes.actions}>
          <button type="submit" className={plain.primary} disabled={isBusy}>
            {t('pin.enter')}
          </button>
        </div>
      </form>
    </>
  )
}
