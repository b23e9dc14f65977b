import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '../../ui/plain/plain.module.css'
import { CheckDialog } from './check-dialog.tsx'
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
          onTrouble={(trouble) => demo.showFault(trouble === null ? null : { message: trouble })}
          onClose={demo.cancel}
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
