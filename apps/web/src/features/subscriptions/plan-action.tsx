import { Button } from '@mantine/core'
import type { Billing, PlanId } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PlanAside } from './plan-cards.tsx'

interface PlanActionProps {
  /** The plan shown on the card. */
  card: PlanId
  /** The teacher's plan; null while unknown. */
  plan: PlanId | null
  /** Undefined while loading, or if that failed. */
  billing: Billing | undefined
  loading: boolean
  going: 'checkout' | 'portal' | null
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

function FreeAction({ plan, billing, going, onPortal }: Omit<PlanActionProps, 'card'>) {
  const { t } = useTranslation('subscriptions')
  if (plan !== 'PRO' || !billing?.subscription) {
    return <PlanAside>{plan === 'FREE' ? t('action.free.current') : t('action.free')}</PlanAside>
  }
  return (
    <Button variant="default" onClick={onPortal} loading={going === 'portal'}>
      {t('action.downgrade')}
    </Button>
  )
}

function ProAction({ plan, billing, loading, going, onCheckout, onPortal }: Omit<PlanActionProps, 'card'>) {
  const { t } = useTranslation('subscriptions')
  if (billing?.provider === 'off') return <PlanAside>{t('action.off')}</PlanAside>
  // An open or failed payment is settled in the portal: a second subscription would be charged as well.
  if (billing?.subscription || plan === 'PRO') {
    // Where the plan comes from is unknown until the provider has answered.
    return !billing || billing.has_portal ? (
      <Button onClick={onPortal} loading={going === 'portal' || loading} disabled={!billing}>
        {t('action.manage')}
      </Button>
    ) : (
      <PlanAside>{t('action.pro.agreed')}</PlanAside>
    )
  }
  const isSold = billing?.pro_price_id != null && plan !== null && plan !== 'SCHOOLS'
  return (
    <>
      <Button onClick={onCheckout} loading={going === 'checkout' || loading} disabled={!isSold}>
        {t('action.upgrade')}
      </Button>
      {plan === 'SCHOOLS' && <PlanAside>{t('action.upgrade.schools')}</PlanAside>}
    </>
  )
}
