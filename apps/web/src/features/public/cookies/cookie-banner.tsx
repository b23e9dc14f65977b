import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  allChoices,
  type Category,
  type Choices,
  categories,
  defaultChoices,
  saveConsent,
} from '../../../lib/consent/consent.ts'
import { useConsent } from '../../../lib/consent/use-consent.ts'
import plain from '../../../ui/plain/plain.module.css'
import classes from './cookies.module.css'

/**
 * Asks at the bottom of the page until there is a decision. It neither takes focus nor covers the focused
 * element.
 */
export function CookieBanner() {
  return useConsent() === null ? <Question /> : null
}

function Question() {
  const { t } = useTranslation('cookies')
  const title = useId()
  const banner = useRef<HTMLElement>(null)
  const [choices, setChoices] = useState<Choices | null>(null)
  const [hasFailed, setFailed] = useState(false)
  usePaddingBelow(banner)

  const decide = (decided: Choices) => {
    try {
      saveConsent(decided)
    } catch {
      setFailed(true)
    }
  }
  return (
    <section ref={banner} className={classes.banner} aria-labelledby={title}>
      <div className={classes.bannerText}>
        <h2 id={title} className={classes.bannerTitle}>
          {t('banner.title')}
        </h2>
        <p>
          {t('banner.text')} <a href="/privacy">{t('banner.privacy')}</a>
        </p>
        {hasFailed && (
          <p role="alert" className={plain.error}>
            {t('failed')}
          </p>
        )}
      </div>
      {choices && (
        <ul className={classes.bannerChoices}>
          {categories.map((category) => (
            <li key={category}>
              <span>
                <strong>{t(`category.${category}.name`)}</strong>
                <span className={classes.soft}>{t(`category.${category}.text`)}</span>
              </span>
              <Switch
                category={category}
                isOn={choices[category]}
                onChange={(isOn) => setChoices({ ...choices, [category]: isOn })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.bannerActions}>
        <button type="button" className={plain.secondary} onClick={() => decide(allChoices)}>
          {t('banner.accept')}
        </button>
        <button type="button" className={plain.secondary} onClick={() => decide(defaultChoices)}>
          {t('banner.reject')}
        </button>
        {choices ? (
          <button type="button" className={plain.primary} onClick={() => decide(choices)}>
            {t('banner.save')}
          </button>
        ) : (
          <button type="button" className={plain.quiet} onClick={() => setChoices(defaultChoices)}>
            {t('banner.customise')}
          </button>
        )}
      </div>
    </section>
  )
}

/** Pads the page by the banner's height, so that the end of the page and the focused element stay visible. */
function usePaddingBelow(banner: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = banner.current
    if (!element) return
    const { documentElement, body } = document
    const observer = new ResizeObserver(() => {
      const height = `${element.offsetHeight}px`
      body.style.paddingBottom = height
      documentElement.style.scrollPaddingBottom = height
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      body.style.paddingBottom = ''
      documentElement.style.scrollPaddingBottom = ''
    }
  }, [banner])
}

interface SwitchProps {
  category: Category
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Allows or refuses a category; necessary cookies stay on. */
export function Switch({ category, isOn, onChange }: SwitchProps) {
  const { t } = useTranslation('cookies')
  const id = useId()
  return (
    <label className={classes.switch} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-label={t(`category.${category}.name`)}
        checked={isOn}
        aria-checked={isOn}
        disabled={category === 'necessary'}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span aria-hidden="true">{t(isOn ? 'enabled' : 'disabled')}</span>
    </label>
  )
}
