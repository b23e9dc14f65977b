import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { RequestList } from '../../features/similarity/school/request-list.tsx'
import { RequestScreen } from '../../features/similarity/school/request-screen.tsx'
import { requestsAddress } from '../../features/similarity/school/requests.ts'
import { canBeId } from '../../lib/addresses/addresses.ts'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../ui/page-state/page-state.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

/** The requests to compare texts with those of a colleague. */
export function ComparisonRequestsPage() {
  const { t } = useTranslation('overlap')
  return (
    <SignedIn title={t('requests.title')} required={t('loginRequired')}>
      <PageHeader title={t('requests.title')} lead={t('requests.lead')} />
      <RequestList />
    </SignedIn>
  )
}

/** One of them, with the passages that may be read. */
export function ComparisonRequestPage() {
  const { t } = useTranslation('overlap')
  const { requestId } = useParams()
  return (
    <SignedIn title={t('request.title')} required={t('loginRequired')}>
      {canBeId(requestId) ? (
        <>
          <PageHeader
            title={t('request.title')}
            back={<BackTo to={requestsAddress}>{t('requests.title')}</BackTo>}
          />
          <RequestScreen key={requestId} id={requestId} />
        </>
      ) : (
        <EmptyState drawing="lost">{t('invalid')}</EmptyState>
      )}
    </SignedIn>
  )
}
