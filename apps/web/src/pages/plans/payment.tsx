import { Button } from '@mantine/core'
import { paymentRedirectMs } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useProfile } from '../../features/accounts/profile/profile.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../ui/page-state/page-state.tsx'

/** The provider's event may arrive a moment after the browser. */
const refreshEveryMs = 1_000

/**
 * The return from a payment. It changes nothing itself: the provider notifies the server, and this page
 * reloads the profile.
 */
export function PaymentSuccessPage() {
  const { t } = useTranslation('subscriptions')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [isStaying, setIsStaying] = useState(false)
  const { data, isPending } = useProfile()
  const plan = data?.profile.plan ?? 'FREE'
  const isPaid = plan !== 'FREE'

  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['profile'] })
    void queryClient.invalidateQueries({ queryKey: ['billing'] })
  }, [queryClient])
  useEffect(() => {
    if (isPaid) return
    const timer = setInterval(
      () => void queryClient.invalidateQueries({ queryKey: ['profile'] }),
      refreshEveryMs,
    )
    return () => clearInterval(timer)
  }, [queryClient, isPaid])
  useEffect(() => {
    // The five seconds begin once the outcome can be read, not while the page still loads.
    if (isPending || isStaying) return
    const timer = setTimeout(() => void navigate('/profile'), paymentRedirectMs)
    return () => clearTimeout(timer)
  }, [navigate, isPending, isStaying])

  const hasSession = Boolean(search.get('session_id'))
  const outcome = isPaid ? t('success.paid') : hasSession ? t('success.waiting') : t('success.noSession')
  return (
    <>
      <PageHeader title={isPaid || hasSession ? t('success.title') : t('success.title.unknown')} />
      {data?.isFallback && <Notice tone="error">{t('error.profile')}</Notice>}
      <EmptyState
        drawing="sheet"
        action={
          <>
            <Button component={Link} to="/">
              {t('success.dashboard')}
            </Button>
            {!isStaying && (
              <Button variant="default" onClick={() => setIsStaying(true)}>
                {t('success.stay')}
              </Button>
            )}
          </>
        }
      >
        <span role="status">{outcome}</span>
        <br />
        {!isStaying && t('success.redirect')}
      </EmptyState>
    </>
  )
}

/** The return from the provider after a cancelled payment. */
export function PaymentCanceledPage() {
  const { t } = useTranslation('subscriptions')
  return (
    <>
      <PageHeader title={t('canceled.title')} />
      <EmptyState
        drawing="sheet"
        action={
          <Button component={Link} to="/subscriptions">
            {t('canceled.back')}
          </Button>
        }
      >
        {t('canceled.text')}
      </EmptyState>
    </>
  )
}
