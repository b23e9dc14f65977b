import { planIds } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Claims } from '../evidence/claims.tsx'
import { startAddress } from '../frame/site-frame.tsx'
import prose from '../prose.module.css'
import { PlanCard } from './plan-card.tsx'
import { currencies } from './prices.ts'
import classes from './pricing.module.css'

export const questions = ['count', 'empty', 'cancel', 'failed'] as const

export function PricingPage() {
  const { t } = useTranslation(['site', 'subscriptions'])
  return (
    <>
      <h1 className={prose.title}>{t('subscriptions:pricing.title')}</h1>
      <p className={prose.lead}>{t('subscriptions:pricing.lead')}</p>
      <p className={classes.currency} data-currency hidden>
        <label>
          {t('pricing.currency')}{' '}
          <select defaultValue="GBP">
            {currencies.map((currency) => (
              <option key={currency}>{currency}</option>
            ))}
          </select>
        </label>
        <span className={classes.approximate} data-approximate hidden>
          {t('pricing.approximate')}
        </span>
      </p>
      <div className={classes.cards}>
        {planIds.map((plan) => (
          <PlanCard key={plan} plan={plan} />
        ))}
      </div>
      <p className={prose.note}>{t('subscriptions:page')}</p>
      <p className={prose.note}>{t('subscriptions:every')}</p>
      <p className={prose.note}>{t('pricing.fair')}</p>
      <section className={prose.section} aria-labelledby="measured">
        <h2 id="measured" className={prose.heading}>
          {t('pricing.measured')}
        </h2>
        <Claims of={['essays', 'falseFlags']} />
      </section>
      <section className={`${prose.section} ${classes.faq}`} aria-labelledby="faq">
        <h2 id="faq" className={prose.heading}>
          {t('subscriptions:faq.title')}
        </h2>
        {questions.map((question) => (
          <details key={question} className={classes.entry}>
            <summary>{t(`subscriptions:faq.${question}.question`)}</summary>
            <p>{t(`subscriptions:faq.${question}.answer`)}</p>
          </details>
        ))}
      </section>
      <section className={prose.section} aria-labelledby="closing">
        <h2 id="closing" className={prose.heading}>
          {t('pricing.closing')}
        </h2>
        <p className={prose.text}>{t('pricing.closing.text')}</p>
        <div className={prose.actions}>
          <a href={startAddress} className={prose.main}>
            {t('pricing.closing.start')}
          </a>
        </div>
      </section>
    </>
  )
}
