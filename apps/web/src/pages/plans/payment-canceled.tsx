import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'

/** The return from the provider without a payment. */
export default function PaymentCanceledPage() {
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
