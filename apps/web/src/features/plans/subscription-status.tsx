import { Button } from '@mantine/core'
import { type Billing, subscriptionRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveFor } from '../../lib/browser/browser.ts'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { formatDate, formatNumber } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import { UsageBar, usedPercent } from '../../ui/usage-bar/usage-bar.tsx'
import classes from './usage.module.css'

interface SubscriptionNoticesProps {
  billing: Billing
  onPortal: () => void
  busy: boolean
}

/** Important news about the subscription: a missed payment, its end, or that no money moves. */
export function SubscriptionNotices({ billing, onPortal, busy }: SubscriptionNoticesProps) {
  const { t, i18n } = useTranslation('subscriptions')
  const { provider, subscription } = billing
  const portal = (words: string) => (
    <Button variant="default" onClick={onPortal} loading={busy}>
      {words}
    </Button>
  )
  const isTest = provider === 'stand-in' || provider === 'stripe-test'
  return (
    <>
      {subscription?.status === 'past_due' && subscription.grace_ends_at && (
        <Notice tone="warning" action={portal(t('standing.pay'))}>
          {t('standing.pastDue', { date: formatDate(i18n, subscription.grace_ends_at) })}
        </Notice>
      )}
      {subscription?.status === 'unpaid' && (
        <Notice tone="warning" action={portal(t('standing.pay'))}>
          {t('standing.unpaid')}
        </Notice>
      )}
      {subscription?.cancel_at_period_end && subscription.status !== 'past_due' && (
        <Notice tone="info" action={portal(t('standing.keep'))}>
          {t('standing.ends', { date: formatDate(i18n, subscription.current_period_end) })}
        </Notice>
      )}
      {isTest && <Notice tone="info">{t('standing.test')}</Notice>}
      {provider === 'off' && <Notice tone="info">{t('standing.off')}</Notice>}
    </>
  )
}

export function PaymentFailed({ failure }: { failure: PaymentFailure }) {
  const { t } = useTranslation('subscriptions')
  const words =
    'detail' in failure ? t(`error.${failure.kind}`, { detail: failure.detail }) : t(`error.${failure.kind}`)
  return <Notice tone="error">{words}</Notice>
}

interface UsageProps {
  used: number
  /** Null is unlimited. */
  limit: number | null
  remaining: number | null
  /** When the allowance renews. */
  renewedAt: string
}

/** The words of this month. */
export function Usage({ used, limit, remaining, renewedAt }: UsageProps) {
  const { t, i18n } = useTranslation('subscriptions')
  const number = (value: number) => formatNumber(i18n, value)
  return (
    <section className={classes.usage}>
      <SectionHeader title={t('usage.title')} />
      <p className={classes.words}>
        <span>
          {limit === null
            ? t('usage.unlimited', { used: number(used) })
            : t('usage.of', { used: number(used), limit: number(limit) })}
        </span>
        {limit !== null && (
          <span className={classes.share}>
            {t('usage.share', { percent: number(usedPercent(used, limit)) })}
          </span>
        )}
      </p>
      <UsageBar label={t('usage.label')} used={used} limit={limit} />
      <p className={classes.rest}>
        {remaining !== null && `${t('usage.left', { words: number(remaining) })} `}
        {t('usage.renewed', { date: formatDate(i18n, renewedAt) })}
      </p>
    </section>
  )
}

type PaymentPage = 'checkout' | 'portal'

/** Why the card provider could not be opened. `detail` is the server's message. */
type PaymentFailure =
  | { kind: 'checkout' | 'portal'; detail: string }
  | { kind: 'provider' | 'session' | 'redirect' | 'portalUrl' }

type Outcome = PaymentFailure | null

function redirect(url: string): Outcome {
  try {
    leaveFor(url)
    return null
  } catch {
    return { kind: 'redirect' }
  }
}

async function openCheckout(price_id: string | null, language: string): Promise<Outcome> {
  if (price_id === null) return { kind: 'provider' }
  try {
    const { sessionId, url } = await call(subscriptionRoutes.createCheckoutSession, { price_id, language })
    if (!sessionId) return { kind: 'session' }
    return url ? redirect(url) : { kind: 'redirect' }
  } catch (thrown) {
    return { kind: 'checkout', detail: detailOf(thrown) }
  }
}

async function openPortal(language: string): Promise<Outcome> {
  try {
    const { url } = await call(subscriptionRoutes.createPortalSession, { language })
    return url ? redirect(url) : { kind: 'portalUrl' }
  } catch (thrown) {
    return { kind: 'portal', detail: detailOf(thrown) }
  }
}

/** Opens the checkout or the portal. `opening` names it until the browser has left the page. */
export function usePayment(priceId: string | null) {
  const { i18n } = useTranslation()
  const [opening, setOpening] = useState<PaymentPage | null>(null)
  const [failure, setFailure] = useState<PaymentFailure | null>(null)
  const open = async (page: PaymentPage) => {
    setOpening(page)
    setFailure(null)
    const outcome = await (page === 'checkout'
      ? openCheckout(priceId, i18n.language)
      : openPortal(i18n.language))
    if (outcome === null) return
    setFailure(outcome)
    setOpening(null)
  }
  return { opening, failure, checkout: () => void open('checkout'), portal: () => void open('portal') }
}

/** The teacher's subscription, and what can be bought. */
export function useBilling() {
  return useQuery({
    queryKey: ['billing'],
    queryFn: () => call(subscriptionRoutes.readBilling, {}),
    staleTime: 0,
  })
}
