import { Button } from '@mantine/core'
import { brand, type PlanId } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Faq } from '../../features/subscriptions/faq.tsx'
import { PlanCards } from '../../features/subscriptions/plan-cards.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { PublicFrame } from '../public/public-frame.tsx'

/** The plans, for everybody. Who is signed in goes on to their subscription, anybody else to signing in. */
export default function PricingPage() {
  const { t } = useTranslation('subscriptions')
  const { status, register } = useSession()
  const isKnown = status === 'authenticated'
  const actionOf = (plan: PlanId) => {
    if (plan === 'SCHOOLS')
      return (
        <Button component="a" href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(t('pricing.mail'))}`} variant="default">
          {t('action.schools')}
        </Button>
      )
    const isFree = plan === 'FREE'
    const variant = isFree ? 'default' : 'filled'
    return isKnown ? (
      <Button component={Link} to="/subscriptions" variant={variant}>
        {isFree ? t('pricing.own') : t('action.upgrade')}
      </Button>
    ) : (
      <Button variant={variant} onClick={() => void register('/subscriptions')}>
        {isFree ? t('pricing.free') : t('action.upgrade')}
      </Button>
    )
  }
  return (
    <PublicFrame title={t('pricing.title')} lead={t('pricing.lead')}>
      <PlanCards heading={2} current={null} action={actionOf} />
      <Faq />
    </PublicFrame>
  )
}
