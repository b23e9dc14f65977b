import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  allChoices,
  type Category,
  type Consent,
  categories,
  clearConsent,
  defaultChoices,
  saveConsent,
} from '../../../lib/consent/consent.ts'
import { useConsent } from '../../../lib/consent/use-consent.ts'
import plain from '../../../ui/plain/plain.module.css'
import { Switch } from './cookie-banner.tsx'
import classes from './cookies.module.css'

/** What this browser has stored, and when. Undefined while unknown. */
function ConsentStatus({ consent }: { consent: Consent | null | undefined }) {
  const { t } = useTranslation('cookies')
  return (
    <section className={classes.status} aria-label={t('status.title')}>
      <h2>{t('status.title')}</h2>
      {consent === null && <p className={plain.warning}>{t('status.none')}</p>}
      {consent && (
        <>
          <dl className={classes.facts}>
            <dt>{t('status.date')}</dt>
            {/* Dates of the record are written the British way in every language (P1 §2). */}
            <dd>{new Date(consent.timestamp).toLocaleString('en-GB')}</dd>
            <dt>{t('status.version')}</dt>
            <dd>{consent.version}</dd>
          </dl>
          <ul className={classes.badges}>
            {categories.map((category) => (
              <li key={category} data-on={consent[category]}>
                <span aria-hidden="true">{consent[category] ? '✓' : '–'}</span>{' '}
                {t('status.category', {
                  name: t(`category.${category}.name`),
                  state: t(consent[category] ? 'enabled' : 'disabled'),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Everything below the headline of /cookie-preferences. */
export function CookiePreferences() {
  const { t } = useTranslation('cookies')
  const consent = useConsent()
  const { notice, show } = useNotice()
  const choices = consent ?? defaultChoices

  const attempt = (save: () => void, done: Notice) => {
    try {
      save()
      show(done)
    } catch {
      show({ kind: 'failure', text: 'failed' })
    }
  }
  const toggle = (category: Category, isOn: boolean) =>
    attempt(() => saveConsent({ ...choices, [category]: isOn }), { kind: 'toggle', text: 'saved' })
  const clear = () => {
    if (window.confirm(t('quick.confirm'))) attempt(clearConsent, { kind: 'quick', text: 'cleared' })
  }
  return (
    <div className={classes.page}>
      <ConsentStatus consent={consent} />
      <div className={classes.notices} aria-live="polite">
        {notice && (
          <p className={notice.kind === 'failure' ? plain.error : plain.success}>{t(notice.text)}</p>
        )}
      </div>
      {categories.map((category) => (
        <section key={category} className={classes.category} aria-label={t(`category.${category}.name`)}>
          <div className={classes.categoryHead}>
            <h2>{t(`category.${category}.name`)}</h2>
            <Switch
              category={category}
              isOn={choices[category]}
              onChange={(isOn) => toggle(category, isOn)}
            />
          </div>
          <p>{t(`category.${category}.text`)}</p>
          <p className={classes.soft}>{t(`category.${category}.examples`)}</p>
          {category === 'necessary' && <p className={classes.soft}>{t('always')}</p>}
        </section>
      ))}
      <section className={classes.quick} aria-label={t('quick.title')}>
        <h2>{t('quick.title')}</h2>
        <div className={classes.quickActions}>
          <button
            type="button"
            className={plain.secondary}
            onClick={() => attempt(() => saveConsent(allChoices), { kind: 'quick', text: 'accepted' })}
          >
            {t('quick.accept')}
          </button>
          <button
            type="button"
            className={plain.secondary}
            onClick={() => attempt(() => saveConsent(defaultChoices), { kind: 'quick', text: 'rejected' })}
          >
            {t('quick.reject')}
          </button>
          <button type="button" className={plain.secondary} onClick={clear}>
            {t('quick.clear')}
          </button>
        </div>
      </section>
      <ul className={classes.notes}>
        <li>{t('note.saves')}</li>
        <li>{t('note.stay')}</li>
        <li>
          <a href="/privacy">{t('note.privacy')}</a>
        </li>
      </ul>
    </div>
  )
}

/** How many milliseconds a notice stays. */
const noticeTimes = { toggle: 2_000, quick: 3_000, failure: 3_000 } as const

interface Notice {
  kind: keyof typeof noticeTimes
  /** A key of the namespace `cookies`. */
  text: 'saved' | 'failed' | 'accepted' | 'rejected' | 'cleared'
}

/** A notice that disappears after its time; a newer one replaces it and starts its own time. */
function useNotice() {
  const [notice, show] = useState<Notice | null>(null)
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => show(null), noticeTimes[notice.kind])
    return () => clearTimeout(timer)
  }, [notice])
  return { notice, show }
}

/** Home > Privacy > Cookie Preferences. */
export function CookieCrumbs() {
  const { t } = useTranslation('cookies')
  return (
    <nav aria-label={t('breadcrumb')} className={classes.crumbs}>
      <ol>
        <li>
          <a href="/">{t('breadcrumb.home')}</a>
        </li>
        <li>
          <a href="/privacy">{t('breadcrumb.privacy')}</a>
        </li>
        <li aria-current="page">{t('title')}</li>
      </ol>
    </nav>
  )
}
