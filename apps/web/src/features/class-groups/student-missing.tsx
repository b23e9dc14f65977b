import { Button } from '@mantine/core'
import { Problem } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { BackTo } from '../../ui/page-header/back-to.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { classAddress } from './addresses.ts'
import { CallFailed } from './call-failed.tsx'

interface StudentMissingProps {
  classId: string
  /** The address names no student at all, or what was thrown when the student was fetched. */
  reason: unknown
  onRetry?: () => void
}

/** Stands where a student of a class would be. */
export function StudentMissing({ classId, reason, onRetry }: StudentMissingProps) {
  const { t } = useTranslation('classes')
  const invalid = reason === 'invalidId'
  const gone = invalid || (reason instanceof Problem && reason.code === 'not_found')
  return (
    <>
      <PageHeader title={t('student.title')} back={<BackTo to={classAddress(classId)}>{t('class')}</BackTo>} />
      {gone ? (
        <div role="alert">
          <EmptyState
            drawing="lost"
            action={
              <Button component={Link} to={classAddress(classId)}>
                {t('student.toClass')}
              </Button>
            }
          >
            {t(invalid ? 'student.invalidId' : 'student.notFound')}
          </EmptyState>
        </div>
      ) : (
        <CallFailed error={reason} onRetry={() => onRetry?.()}>
          {(detail) => t('student.fetchFailed', { detail })}
        </CallFailed>
      )}
    </>
  )
}
