import { Button, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../features/accounts/profile/profile.ts'
import { LmsPlanNotice } from '../../features/integrations/lti/plan-notice.tsx'
import classes from '../../features/plans/faq.module.css'
import { PlanAction, PlanCards } from '../../features/plans/plan-cards.tsx'
import {
  PaymentFailed,
  SubscriptionNotices,
  Usage,
  useBilling,
  usePayment,
} from '../../features/plans/subscription-status.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageHeader, SectionHeader } from '../../ui/page-header/page-header.tsx'

export default function SubscriptionsPage() {
  const { t } = useTranslation(['subscriptions', 'ui'])
  const profile = useProfile()
  const billing = useBilling()
  const { opening, failure, checkout, portal } = usePayment(billing.data?.pro_price_id ?? null)
  if (!profile.data) return null
  const { isFallback } = profile.data
  const { usage, plan, current_period_end } = profile.data.profile
  const renewedAt = billing.data?.words_renewed_at ?? current_period_end
  const retry = (refetch: () => Promise<unknown>) => (
    <Button variant="default" onClick={() => void refetch()}>
      {t('ui:retry')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      {isFallback && (
        <Notice tone="error" action={retry(profile.refetch)}>
          {t('error.profile')}
        </Notice>
      )}
      {billing.isError && !billing.data && (
        <Notice tone="error" action={retry(billing.refetch)}>
          {t('error.provider')}
        </Notice>
      )}
      {failure && <PaymentFailed failure={failure} />}
      {billing.data && (
        <SubscriptionNotices billing={billing.data} onPortal={portal} busy={opening === 'portal'} />
      )}
      {profile.data.profile.lms_access === 'connected' && <LmsPlanNotice profile={profile.data.profile} />}
      {usage && renewedAt && (
        <Usage used={usage.used} limit={usage.limit} remaining={usage.remaining} renewedAt={renewedAt} />
      )}
      <SectionHeader title={t('plans')} />
      <PlanCards
        heading={3}
        current={isFallback ? null : plan}
        action={(card) => (
          <PlanAction
            card={card}
            plan={isFallback ? null : plan}
            billing={billing.data}
            loading={billing.isPending}
            opening={opening}
            onCheckout={checkout}
            onPortal={portal}
          />
        )}
      />
      <Faq />
    </>
  )
}

const questions = ['count', 'empty', 'cancel', 'failed'] as const

/** Questions in `details` elements, which need no script. */
function Faq() {
  const { t } = useTranslation('subscriptions')
  return (
    <section className={classes.faq} aria-labelledby="faq">
      <Title order={2} id="faq">
        {t('faq.title')}
      </Title>
      {questions.map((question) => (
        <details key={question} className={classes.entry}>
          <summary className={classes.question}>{t(`faq.${question}.question`)}</summary>
          <p className={classes.answer}>{t(`faq.${question}.answer`)}</p>
        </details>
      ))}
    </section>
  )
}
