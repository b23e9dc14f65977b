import type { HumanCheckSettings } from '@penmark/contract'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultChoices, saveConsent } from '../../../../lib/consent/consent.ts'
import { useConsent } from '../../../../lib/consent/use-consent.ts'
import plain from '../../../../ui/plain/plain.module.css'
import { readCheckSettings } from './calls.ts'
import classes from './human-check.module.css'
import { MathsCheck } from './maths-check.tsx'
import { RecaptchaCheck } from './recaptcha-check.tsx'
import type { CheckProps } from './work-check.tsx'
import { ProofOfWorkCheck } from './work-check.tsx'

/**
 * A visitor who allowed analytics cookies is checked automatically. Any other solves a sum, beside which the
 * automatic check is offered; it begins once they allow those cookies.
 */
export default function HumanCheck({ onProof, onError }: CheckProps) {
  const { t } = useTranslation('demo')
  const hasConsent = useConsent()?.analytics ?? false
  const [chosen, setChosen] = useState<'sum' | 'automatic' | null>(null)
  const switchTo = (next: typeof chosen) => {
    onError(null)
    setChosen(next)
  }
  const check = { onProof, onError }
  if (chosen === 'automatic' || (chosen === null && hasConsent)) {
    // A visitor who chose the automatic check learns why it failed; others just get a sum.
    const onUnable = chosen === null ? () => setChosen('sum') : undefined
    return (
      <>
        <AutomaticCheck {...check} mayLoadOthers={hasConsent} onUnable={onUnable} />
        <button type="button" className={plain.quiet} onClick={() => switchTo('sum')}>
          {t('check.useSum')}
        </button>
      </>
    )
  }
  return (
    <>
      <MathsCheck {...check} />
      <div className={classes.otherWays}>
        <AutomaticOffer hasConsent={hasConsent} onAccept={() => switchTo('automatic')} />
      </div>
    </>
  )
}

/**
 * Which automatic check the installation uses; null while unknown. The proof of work is accepted everywhere.
 */
function useCheckSettings(): HumanCheckSettings | null {
  const [settings, setSettings] = useState<HumanCheckSettings | null>(null)
  useEffect(() => {
    const defaultSettings = { challenge: 'altcha', recaptcha_site_key: null } as const
    readCheckSettings().then(setSettings, () => setSettings(defaultSettings))
  }, [])
  return settings
}

interface AutomaticOfferProps {
  /** Analytics cookies are allowed already, so there is nothing to ask. */
  hasConsent: boolean
  onAccept: () => void
}

/** Offers the automatic check. Says first what it loads, and asks for the consent it needs and no other. */
function AutomaticOffer({ hasConsent, onAccept }: AutomaticOfferProps) {
  const { t } = useTranslation('demo')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={plain.quiet}
        {...(hasConsent ? {} : { 'aria-expanded': isOpen, 'aria-controls': id })}
        onClick={() => (hasConsent ? onAccept() : setOpen(!isOpen))}
      >
        {t('check.automatic')}
      </button>
      <div id={id}>{isOpen && !hasConsent && <ConsentQuestion onAccept={onAccept} />}</div>
    </>
  )
}

function ConsentQuestion({ onAccept }: Pick<AutomaticOfferProps, 'onAccept'>) {
  const { t } = useTranslation('demo')
  const consent = useConsent()
  const settings = useCheckSettings()
  if (!settings) return <p>{t('check.preparing')}</p>
  const accept = () => {
    try {
      saveConsent({ ...(consent ?? defaultChoices), analytics: true })
    } catch {
      // A browser without cookies. This site's own check stores nothing, so it begins all the same.
    }
    onAccept()
  }
  return (
    <>
      <p>{t(settings.challenge === 'recaptcha' ? 'check.loads.recaptcha' : 'check.loads.work')}</p>
      <p>{t('check.consent')}</p>
      <button type="button" className={plain.secondary} onClick={accept}>
        {t('check.accept')}
      </button>
    </>
  )
}

interface AutomaticCheckProps extends CheckProps {
  /** Whether a challenge of somebody else's site may be loaded. */
  mayLoadOthers: boolean
  onUnable: (() => void) | undefined
}

/**
 * The installation's challenge. Where that is Google's, this site's own proof of work is offered beside it,
 * and takes its place without consent.
 */
function AutomaticCheck({ mayLoadOthers, onUnable, ...check }: AutomaticCheckProps) {
  const { t } = useTranslation('demo')
  const settings = useCheckSettings()
  const [isOwn, setOwn] = useState(false)
  if (!settings) return <p>{t('check.preparing')}</p>
  const { challenge, recaptcha_site_key: siteKey } = settings
  if (isOwn || !mayLoadOthers) return <ProofOfWorkCheck {...check} />
  if (challenge !== 'recaptcha' || siteKey === null)
    return <ProofOfWorkCheck {...check} onUnable={onUnable} />
  return (
    <>
      <RecaptchaCheck siteKey={siteKey} {...check} />
      <button type="button" className={plain.quiet} onClick={() => setOwn(true)}>
        {t('check.useWork')}
      </button>
    </>
  )
}
