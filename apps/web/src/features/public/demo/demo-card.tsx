import { lazy, Suspense, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '../../../ui/plain/plain.module.css'
import classes from './demo.module.css'
import { DemoInput } from './demo-input.tsx'
import { DemoResultView } from './demo-result.tsx'
import { useDemo } from './use-demo.ts'

interface DemoCardProps {
  /** Where registration starts. */
  signUpHref: string
}

/** Lets a visitor try the detector on a text of their own, once a day. */
export function DemoCard({ signUpHref }: DemoCardProps) {
  const { t } = useTranslation('demo')
  const title = useId()
  const demo = useDemo()
  const { phase, fault, result, isUsed } = demo
  const isRunning = phase === 'verification' || phase === 'processing'
  const message = fault === null ? null : typeof fault === 'object' ? fault.message : t(`error.${fault}`)
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title} className={classes.title}>
        {t('title')}
      </h2>
      {message && (
        <p role="alert" className={plain.error}>
          {message}
        </p>
      )}
      <div aria-live="polite" aria-busy={phase === 'processing'}>
        {phase === 'processing' && <Skeleton label={t('check.reading')} />}
        {phase === 'result' && result && <DemoResultView result={result} signUpHref={signUpHref} />}
      </div>
      {phase !== 'processing' && !isUsed && <DemoInput demo={demo} isRunning={isRunning} />}
      {isUsed && <LimitReached signUpHref={signUpHref} />}
      {isRunning && (
        <CheckDialog
          isPassed={phase === 'processing'}
          onProof={(proof) => void demo.detect(proof)}
          onError={(message) => demo.showFault(message === null ? null : { message })}
          onClose={demo.reset}
        />
      )}
    </section>
  )
}

/** A placeholder in the shape of the result. */
function Skeleton({ label }: { label: string }) {
  return (
    <div className={classes.skeleton} role="img" aria-label={label}>
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}

/** The demo is used up in this browser. */
function LimitReached({ signUpHref }: { signUpHref: string }) {
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

const HumanCheck = lazy(() => import('./human-check/human-check.tsx'))

interface CheckDialogProps {
  /** The check has passed and the result is loading. */
  isPassed: boolean
  onProof: (proof: string) => void
  onError: (message: string | null) => void
  onClose: () => void
}

/** The human check, over the page until the result arrives or it is closed. */
function CheckDialog({ isPassed, onProof, onError, onClose }: CheckDialogProps) {
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
            <path
              d="M5 5l10 10M15 5L5 15"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinecap="round"
            />
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
            <HumanCheck onProof={onProof} onError={onError} />
          </Suspense>
        </>
      )}
    </dialog>
  )
}
