import { Button } from '@mantine/core'
import { Problem } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState, LoadError } from '../../ui/page-state/page-state.tsx'
import { classAddress, classListAddress } from './addresses.ts'

interface ClassMissingProps {
  /** `invalidId` for a URL without a class, else the error of the request. */
  reason: unknown
  onRetry?: () => void
}

/** Shown instead of a class that does not exist or failed to load. */
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

interface StudentMissingProps {
  classId: string
  /** `invalidId` for a URL without a student, else the error of the request. */
  reason: unknown
  onRetry?: () => void
}

/** Shown instead of a student of a class. */
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

interface CallFailedProps {
  error: unknown
  onRetry: () => void
  /** Makes the message from the error's detail. */
  children: (detail: string) => string
}

/** Shown instead of something that failed to load. */
export function CallFailed({ error, onRetry, children }: CallFailedProps) {
  return <LoadError onRetry={onRetry}>{children(detailOf(error))}</LoadError>
}
