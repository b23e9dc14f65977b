import type { HumanCheckSettings } from '@penmark/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultChoices, saveConsent, useConsent } from '../../../lib/consent/consent.ts'
import plain from '../../../ui/plain/plain.module.css'
import { readCheckSettings } from '../calls.ts'
import classes from './human-check.module.css'
import { MathsCheck } from './maths-check.tsx'
import { RecaptchaCheck } from './recaptcha-check.tsx'
import type { CheckProps } from './work-check.tsx'
import { ProofOfWorkCheck } from './work-check.tsx'

/**
 * Asks the visitor for nothing if possible: the installation's challenge if analytics cookies are allowed, else a proof of work. A sum if the
 * computer cannot do the work, or if the visitor prefers it.
 */
export default function HumanCheck({ onProof, onError }: CheckProps) {
  const { t } = useTranslation('demo')
  const consent = useConsent()
  const [chosen, setChosen] = useState<'sum' | 'work' | 'challenge' | null>(null)
  const [cannotSave, setCannotSave] = useState(false)
  const method = chosen ?? (consent?.analytics ? 'challenge' : 'work')
  const switchTo = (next: typeof chosen) => {
    onError(null)
    setChosen(next)
  }
  const acceptAnalytics = () => {
    try {
      saveConsent({ ...(consent ?? defaultChoices), analytics: true })
      switchTo('challenge')
    } catch {
      setCannotSave(true)
    }
  }
  const check = { onProof, onError }
  if (method !== 'sum') {
    // A visitor who chose the proof of work learns why it failed; others just get a sum.
    const onUnable = chosen === null ? () => setChosen('sum') : undefined
    return (
      <>
        {method === 'work' ? <ProofOfWorkCheck {...check} onUnable={onUnable} /> : <Challenge {...check} />}
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
        <button type="button" className={plain.quiet} onClick={() => switchTo('work')}>
          {t('check.useWork')}
        </button>
        {!consent?.analytics && (
          <button type="button" className={plain.quiet} onClick={acceptAnalytics}>
            {t('check.accept')}
          </button>
        )}
        {cannotSave && <p role="alert">{t('check.cannotSave')}</p>}
      </div>
    </>
  )
}

/** The installation's challenge, requested only once the visitor has allowed it. */
function Challenge(check: CheckProps) {
  const { t } = useTranslation('demo')
  const [settings, setSettings] = useState<HumanCheckSettings | null>(null)
  useEffect(() => {
    const defaultSettings = { challenge: 'altcha', recaptcha_site_key: null } as const
    // The proof of work is accepted everywhere.
    readCheckSettings().then(setSettings, () => setSettings(defaultSettings))
  }, [])
  if (!settings) return <p>{t('check.preparing')}</p>
  const { challenge, recaptcha_site_key: siteKey } = settings
  return challenge === 'recaptcha' && siteKey !== null ? <RecaptchaCheck siteKey={siteKey} {...check} /> : <ProofOfWorkCheck {...check} />
}
