import { Button } from '@mantine/core'
import type { PlanId } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProfile } from '../features/profile/use-profile.ts'
import { Faq } from '../features/subscriptions/faq.tsx'
import { PaymentFailed } from '../features/subscriptions/payment-failed.tsx'
import { PlanAside, PlanCards } from '../features/subscriptions/plan-cards.tsx'
import { Standing } from '../features/subscriptions/standing.tsx'
import { Usage } from '../features/subscriptions/usage.tsx'
import { useBilling } from '../features/subscriptions/use-billing.ts'
import { usePayment } from '../features/subscriptions/use-payment.ts'
import { Notice } from '../ui/notice/notice.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'
import { SectionHeader } from '../ui/page-header/section-header.tsx'

export default function SubscriptionsPage() {
  const { t } = useTranslation(['subscriptions', 'ui'])
  const { data: loaded, refetch } = useProfile()
  const billing = useBilling()
  const { going, failure, checkout, portal } = usePayment(billing.data?.pro_price_id ?? null)
  if (!loaded) return null
  const { profile, isFallback } = loaded
  const plan = isFallback ? null : profile.plan
  const isOff = billing.data?.provider === 'off'
  const isSold = billing.data?.pro_price_id != null && plan !== null
  // An open payment, or one that failed, is settled in the portal; a second subscription would be charged beside it.
  const isSubscribed = billing.data?.subscription != null

  const actionOf = (card: PlanId) => {
    if (card === 'SCHOOLS') {
      if (plan === 'SCHOOLS') return <PlanAside>{t('action.schools.current')}</PlanAside>
      return (
        <Button component={Link} to="/contact-us" variant="default">
          {t('action.schools')}
        </Button>
      )
    }
    if (card === 'FREE') {
      if (plan !== 'PRO' || !isSubscribed) return <PlanAside>{plan === 'FREE' ? t('action.free.current') : t('action.free')}</PlanAside>
      return (
        <Button variant="default" onClick={portal} loading={going === 'portal'}>
          {t('action.downgrade')}
        </Button>
      )
    }
    if (isSubscribed || plan === 'PRO') {
      return billing.data?.has_portal ? (
        <Button onClick={portal} loading={going === 'portal'}>
          {t('action.manage')}
        </Button>
      ) : (
        <PlanAside>{t('action.pro.agreed')}</PlanAside>
      )
    }
    return (
      <>
        <Button onClick={checkout} loading={going === 'checkout' || billing.isPending} disabled={plan === 'SCHOOLS' || !isSold}>
          {t('action.upgrade')}
        </Button>
        {plan === 'SCHOOLS' && <PlanAside>{t('action.upgrade.schools')}</PlanAside>}
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      {isFallback && (
        <Notice
          tone="error"
          action={
            <Button variant="default" onClick={() => void refetch()}>
              {t('ui:retry')}
            </Button>
          }
        >
          {t('error.profile')}
        </Notice>
      )}
      {billing.isError && !billing.data && (
        <Notice
          tone="error"
          action={
            <Button variant="default" onClick={() => void billing.refetch()}>
              {t('ui:retry')}
            </Button>
          }
        >
          {t('error.provider')}
        </Notice>
      )}
      {failure && <PaymentFailed failure={failure} />}
      {billing.data && <Standing billing={billing.data} onPortal={portal} busy={going === 'portal'} />}
      {profile.usage && billing.data && !isFallback && (
        <Usage
          used={profile.usage.used}
          limit={profile.usage.limit}
          remaining={profile.usage.remaining}
          renewedAt={billing.data.words_renewed_at}
        />
      )}
      <SectionHeader title={t('plans')} />
      <PlanCards
        heading={3}
        current={plan}
        action={(card) => (isOff && card === 'PRO' ? <PlanAside>{t('action.off')}</PlanAside> : actionOf(card))}
      />
      <Faq />
    </>
  )
}
