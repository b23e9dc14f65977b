import { Button, Title } from '@mantine/core'
import { type Billing, type PlanId, planIds, planPrice } from '@penmark/contract'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  collapsedFeatureCount,
  type PlanFeature,
  planFeatures,
  popularPlan,
  usePlanFeature,
} from '../../lib/plans/plans.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { useNarrow } from '../../ui/theme/screen-width.ts'
import classes from './plan-cards.module.css'

interface PlanCardsProps {
  /** Heading level of the cards within the page. */
  heading: 2 | 3
  /** The reader's own plan; null for a visitor. */
  current: PlanId | null
  action: (plan: PlanId) => ReactNode
}

/** A sentence instead of a card's button, or below it. */
function PlanAside({ children }: { children: ReactNode }) {
  return <p className={classes.aside}>{children}</p>
}

/** The three plans side by side, or stacked on a narrow screen. */
export function PlanCards({ heading, current, action }: PlanCardsProps) {
  const { t } = useTranslation('subscriptions')
  return (
    <>
      <div className={classes.cards}>
        {planIds.map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            heading={heading}
            isCurrent={plan === current}
            action={action(plan)}
          />
        ))}
      </div>
      <p className={classes.note}>{t('page')}</p>
      <p className={classes.note}>{t('every')}</p>
    </>
  )
}

interface PlanCardProps {
  plan: PlanId
  /** Heading level within the page. */
  heading: 2 | 3
  isCurrent: boolean
  /** The button, with notes beside it. */
  action: ReactNode
}

/** One plan: its price, its button, and its features. */
function PlanCard({ plan, heading, isCurrent, action }: PlanCardProps) {
  const { t } = useTranslation('subscriptions')
  const isNarrow = useNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const name = t(`name.${plan}`)
  const shown = isNarrow && !isOpen ? planFeatures.slice(0, collapsedFeatureCount) : planFeatures
  const id = `plan-${plan.toLowerCase()}`
  return (
    <section className={classes.card} data-current={isCurrent || undefined} aria-labelledby={id}>
      <div className={classes.top}>
        <Title order={heading} id={id} className={classes.name ?? ''}>
          {name}
        </Title>
        {isCurrent ? (
          <Badge tone="success">{t('current')}</Badge>
        ) : (
          plan === popularPlan && <Badge tone="info">{t('popular')}</Badge>
        )}
      </div>
      <p className={classes.subtitle}>{t(`subtitle.${plan}`)}</p>
      <Price plan={plan} />
      <div className={classes.action}>{action}</div>
      <ul className={classes.features}>
        {shown.map((feature) => (
          <Feature key={feature} plan={plan} feature={feature} />
        ))}
      </ul>
      {isNarrow && (
        <Button
          variant="subtle"
          onClick={() => setIsOpen(!isOpen)}
          aria-expanded={isOpen}
          className={classes.more ?? ''}
        >
          {isOpen ? t('features.fewer') : t('features.all')}
        </Button>
      )}
    </section>
  )
}

function Price({ plan }: { plan: PlanId }) {
  const { t, i18n } = useTranslation('subscriptions')
  const price = planPrice[plan]
  if (price === null)
    return (
      <p className={classes.price} data-words>
        {t('price.agreed')}
      </p>
    )
  const amount = new Intl.NumberFormat(i18n.language, {
    style: 'currency',
    currency: 'GBP',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(price)
  return (
    <p className={classes.price}>
      {amount} <span className={classes.period}>{t('price.month')}</span>
    </p>
  )
}

function Feature({ plan, feature }: { plan: PlanId; feature: PlanFeature }) {
  const { t } = useTranslation('subscriptions')
  const { isIncluded, isPlanned, label } = usePlanFeature(plan, feature)
  const Icon = isIncluded ? IconCheck : IconMinus
  return (
    <li className={classes.feature} data-missing={isIncluded ? undefined : 'true'}>
      <Icon
        size={16}
        stroke={2}
        className={classes.tick ?? ''}
        role="img"
        aria-label={isIncluded ? t('feature.has') : t('feature.missing')}
      />
      <span>
        {label}
        {isPlanned && <span className={classes.planned}> {t('feature.planned')}</span>}
      </span>
    </li>
  )
}

interface PlanActionProps {
  /** The plan shown on the card. */
  card: PlanId
  /** The teacher's plan; null while unknown. */
  plan: PlanId | null
  /** Undefined while loading, or if that failed. */
  billing: Billing | undefined
  loading: boolean
  opening: 'checkout' | 'portal' | null
  onCheckout: () => void
  onPortal: () => void
}

/** What a signed-in teacher can do about a plan. */
export function PlanAction({ card, ...rest }: PlanActionProps) {
  if (card === 'SCHOOLS') return <SchoolsAction plan={rest.plan} />
  return card === 'FREE' ? <FreeAction {...rest} /> : <ProAction {...rest} />
}

function SchoolsAction({ plan }: { plan: PlanId | null }) {
  const { t } = useTranslation('subscriptions')
  if (plan === 'SCHOOLS') return <PlanAside>{t('action.schools.current')}</PlanAside>
  return (
    <Button component={Link} to="/contact-us" variant="default">
      {t('action.schools')}
    </Button>
  )
}

function FreeAction({ plan, billing, opening, onPortal }: Omit<PlanActionProps, 'card'>) {
  const { t } = useTranslation('subscriptions')
  if (plan !== 'PRO' || !billing?.subscription) {
    return <PlanAside>{plan === 'FREE' ? t('action.free.current') : t('action.free')}</PlanAside>
  }
  return (
    <Button variant="default" onClick={onPortal} loading={opening === 'portal'}>
      {t('action.downgrade')}
    </Button>
  )
}

function ProAction({ plan, billing, loading, opening, onCheckout, onPortal }: Omit<PlanActionProps, 'card'>) {
  const { t } = useTranslation('subscriptions')
  if (billing?.provider === 'off') return <PlanAside>{t('action.off')}</PlanAside>
  // An open or failed payment is settled in the portal: a second subscription would be charged as well.
  if (billing?.subscription || plan === 'PRO') {
    // Until the provider has answered, it is unknown whether the plan was paid or agreed.
    return !billing || billing.has_portal ? (
      <Button onClick={onPortal} loading={opening === 'portal' || loading} disabled={!billing}>
        {t('action.manage')}
      </Button>
    ) : (
      <PlanAside>{t('action.pro.agreed')}</PlanAside>
    )
  }
  const canUpgrade = billing?.pro_price_id != null && plan !== null && plan !== 'SCHOOLS'
  return (
    <>
      <Button onClick={onCheckout} loading={opening === 'checkout' || loading} disabled={!canUpgrade}>
        {t('action.upgrade')}
      </Button>
      {plan === 'SCHOOLS' && <PlanAside>{t('action.upgrade.schools')}</PlanAside>}
    </>
  )
}
