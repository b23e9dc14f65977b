import { Button } from '@mantine/core'
import { Problem } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { BackTo } from '../../ui/page-header/back-to.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { classListAddress } from './addresses.ts'
import { CallFailed } from './call-failed.tsx'

interface ClassMissingProps {
  /** The address names no class at all, or what was thrown when the class was fetched. */
  reason: unknown
  onRetry?: () => void
}

/** Stands where a class would be: it is not there, or it could not be fetched. */
export function ClassMissing({ reason, onRetry }: ClassMissingProps) {
  const { t } = useTranslation('classes')
  const invalid = reason === 'invalidId'
  const gone = invalid || (reason instanceof Problem && reason.code === 'not_found')
  return (
    <>
      <PageHeader title={t('class')} back={<BackTo to={classListAddress}>{t('back')}</BackTo>} />
      {gone ? (
        <div role="alert">
          <EmptyState
            drawing="lost"
            action={
              <Button component={Link} to={classListAddress}>
                {t('toList')}
              </Button>
            }
          >
            {t(invalid ? 'invalidId' : 'notFound')}
          </EmptyState>
        </div>
      ) : (
        <CallFailed error={reason} onRetry={() => onRetry?.()}>
          {(detail) => t('fetchFailed', { detail })}
        </CallFailed>
      )}
    </>
  )
}
