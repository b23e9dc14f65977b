import { lazy, Suspense, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './check-dialog.module.css'

const HumanCheck = lazy(() => import('./human-check/human-check.tsx'))

interface CheckDialogProps {
  /** The check has passed and the result is loading. */
  isPassed: boolean
  onProof: (proof: string) => void
  onTrouble: (message: string | null) => void
  onClose: () => void
}

/** The human check, over the page until the result arrives or it is closed. */
export function CheckDialog({ isPassed, onProof, onTrouble, onClose }: CheckDialogProps) {
  const { t } = useTranslation('demo')
  const title = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes.head}>
        <h3 id={title}>{t('check.title')}</h3>
        <button type="button" className={classes.close} aria-label={t('check.close')} onClick={onClose}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M5 5l10 10M15 5L5 15" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      {isPassed ? (
        <div role="status" className={classes.done}>
          <p>
            <span aria-hidden="true">✓</span> {t('check.done')}
          </p>
          <p>{t('check.reading')}</p>
        </div>
      ) : (
        <>
          <p className={classes.why}>{t('check.why')}</p>
          <Suspense fallback={<p>{t('check.preparing')}</p>}>
            <HumanCheck onProof={onProof} onTrouble={onTrouble} />
          </Suspense>
        </>
      )}
    </dialog>
  )
}
