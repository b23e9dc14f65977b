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
 * Avoids asking where possible: the challenge where analytics cookies are allowed, else a proof of work. Where the computer cannot do it,
 * or the visitor prefers it, a sum.
 */
export default function HumanCheck({ onProof, onTrouble }: CheckProps) {
  const { t } = useTranslation('demo')
  const consent = useConsent()
  const [chosen, choose] = useState<'sum' | 'work' | 'challenge' | null>(null)
  const [cannotSave, setCannotSave] = useState(false)
  const way = chosen ?? (consent?.analytics ? 'challenge' : 'work')
  const change = (next: typeof chosen) => {
    onTrouble(null)
    choose(next)
  }
  const accept = () => {
    try {
      saveConsent({ ...(consent ?? defaultChoices), analytics: true })
      change('challenge')
    } catch {
      setCannotSave(true)
    }
  }
  const check = { onProof, onTrouble }
  if (way !== 'sum') {
    // A visitor who chose the proof of work learns why it failed; others just get a sum.
    const onUnable = chosen === null ? () => choose('sum') : undefined
    return (
      <>
        {way === 'work' ? <ProofOfWorkCheck {...check} onUnable={onUnable} /> : <Challenge {...check} />}
        <button type="button" className={plain.quiet} onClick={() => change('sum')}>
          {t('check.useSum')}
        </button>
      </>
    )
  }
  return (
    <>
      <MathsCheck {...check} />
      <div className={classes.otherWays}>
        <button type="button" className={plain.quiet} onClick={() => change('work')}>
          {t('check.useWork')}
        </button>
        {!consent?.analytics && (
          <button type="button" className={plain.quiet} onClick={accept}>
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
    const withoutKey = { challenge: 'altcha', recaptcha_site_key: null } as const
    // The proof of work is accepted everywhere.
    readCheckSettings().then(setSettings, () => setSettings(withoutKey))
  }, [])
  if (!settings) return <p>{t('check.preparing')}</p>
  const { challenge, recaptcha_site_key: siteKey } = settings
  return challenge === 'recaptcha' && siteKey !== null ? <RecaptchaCheck siteKey={siteKey} {...check} /> : <ProofOfWorkCheck {...check} />
}
