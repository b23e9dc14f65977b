import { Button } from '@mantine/core'
import { Problem } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState, LoadError } from '../../ui/empty-state/empty-state.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { caseListAddress } from './addresses.ts'

interface Message {
  title: string
  text: string
}

/** Stands in for a case or an appeal that does not exist or could not be loaded. */
export function CaseUnavailable({
  error,
  missing,
  failed,
  onRetry,
}: {
  error: Error
  missing: Message
  failed: Message
  onRetry: () => void
}) {
  const { t } = useTranslation('cases')
  const isMissing = error instanceof Problem && error.code === 'not_found'
  return (
    <>
      <PageHeader title={isMissing ? missing.title : failed.title} back={<BackTo to={caseListAddress}>{t('back')}</BackTo>} />
      {isMissing ? (
        <EmptyState
          drawing="lost"
          action={
            <Button component={Link} to={caseListAddress}>
              {t('missing.action')}
            </Button>
          }
        >
          {missing.text}
        </EmptyState>
      ) : (
        <LoadError onRetry={onRetry}>{failed.text}</LoadError>
      )}
    </>
  )
}
