import { type PlanId, planIds, planPrice } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import {
  collapsedFeatureCount,
  type PlanFeature,
  planFeatures,
  popularPlan,
  usePlanFeature,
} from '../../../../lib/plans/plans.ts'
import text from '../../../../ui/theme/text.module.css'
import { Claims } from '../evidence/claims.tsx'
import { startAddress } from '../frame/site-frame.tsx'
import prose from '../prose.module.css'
import { currencies, formatPrice } from './prices.ts'
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
        <span className={text.soft} data-approximate hidden>
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
        <Claims of={['falseFlags', 'found']} />
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

/** The server replaces this by the operator's support address. */
export const supportEmailPlaceholder = '__SUPPORT_EMAIL__'

/**
 * One plan. On a narrow screen it shows its first features, and the rest after ticking a box: no script is
 * needed.
 */
function PlanCard({ plan }: { plan: PlanId }) {
  const { t } = useTranslation(['site', 'subscriptions'])
  const id = `plan-${plan.toLowerCase()}`
  return (
    <section className={classes.card} data-popular={plan === popularPlan || undefined} aria-labelledby={id}>
      <div className={classes.top}>
        <h2 id={id}>{t(`subscriptions:name.${plan}`)}</h2>
        {plan === popularPlan && <span className={classes.popular}>{t('subscriptions:popular')}</span>}
      </div>
      <p className={classes.subtitle}>{t(`subscriptions:subtitle.${plan}`)}</p>
      <Price plan={plan} />
      <Action plan={plan} />
      <div className={classes.list}>
        <input type="checkbox" id={`${id}-all`} className={classes.all} />
        <label htmlFor={`${id}-all`} className={classes.more}>
          {t('subscriptions:features.all')}
        </label>
        <ul className={classes.features}>
          {planFeatures.map((feature, index) => (
            <Feature key={feature} plan={plan} feature={feature} isExtra={index >= collapsedFeatureCount} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Price({ plan }: { plan: PlanId }) {
  const { t, i18n } = useTranslation('subscriptions')
  const pounds = planPrice[plan]
  if (pounds === null) return <p className={classes.price}>{t('price.agreed')}</p>
  return (
    <p className={classes.price}>
      <span data-pounds={pounds}>{formatPrice(i18n.language, pounds, 'GBP')}</span>{' '}
      <span className={classes.period}>{t('price.month')}</span>
    </p>
  )
}

function Action({ plan }: { plan: PlanId }) {
  const { t } = useTranslation('subscriptions')
  if (plan === 'SCHOOLS')
    return (
      <a
        href={`mailto:${supportEmailPlaceholder}?subject=${encodeURIComponent(t('pricing.mail'))}`}
        className={prose.quiet}
      >
        {t('action.schools')}
      </a>
    )
  const isFree = plan === 'FREE'
  // The page of the teacher's plan; visitors have to sign in first.
  return (
    <a href="/subscriptions" className={isFree ? prose.quiet : prose.main}>
      {isFree ? t('pricing.free') : t('action.upgrade')}
    </a>
  )
}

function Feature({ plan, feature, isExtra }: { plan: PlanId; feature: PlanFeature; isExtra: boolean }) {
  const { t } = useTranslation('subscriptions')
  const { isIncluded, isPlanned, label } = usePlanFeature(plan, feature)
  return (
    <li data-extra={isExtra || undefined} data-missing={isIncluded ? undefined : 'true'}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        role="img"
        aria-label={isIncluded ? t('feature.has') : t('feature.missing')}
      >
        <path
          d={isIncluded ? 'm3 8.5 3.5 3.5L13 5' : 'M4 8h8'}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      <span>
        {label}
        {isPlanned && ` ${t('feature.planned')}`}
      </span>
    </li>
  )
}
