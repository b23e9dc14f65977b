import { type PlanId, planIds } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PlanCard } from './plan-card.tsx'
import classes from './plan-cards.module.css'

interface PlanCardsProps {
  /** Heading level of the cards within the page. */
  heading: 2 | 3
  /** The reader's own plan; null for a visitor. */
  current: PlanId | null
  action: (plan: PlanId) => ReactNode
}

/** A sentence instead of a card's button, or below it. */
export function PlanAside({ children }: { children: ReactNode }) {
  return <p className={classes.aside}>{children}</p>
}

/** The three plans side by side, or stacked on a narrow screen. */
export function PlanCards({ heading, current, action }: PlanCardsProps) {
  const { t } = useTranslation('subscriptions')
  return (
    <>
      <div className={classes.cards}>
        {planIds.map((plan) => (
          <PlanCard key={plan} plan={plan} heading={heading} isCurrent={plan === current} action={action(plan)} />
        ))}
      </div>
      <p className={classes.note}>{t('page')}</p>
      <p className={classes.note}>{t('every')}</p>
    </>
  )
}
