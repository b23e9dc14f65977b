import { Button } from '@mantine/core'
import { Problem } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { EmptyState, LoadError } from '../../ui/empty-state/empty-state.tsx'
import { BackTo } from '../../ui/page-header/back-to.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { classAddress, classListAddress } from './addresses.ts'

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

interface CallFailedProps {
  error: unknown
  onRetry: () => void
  /** The sentence, given the detail. */
  children: (detail: string) => string
}

/** Stands where something would be that could not be fetched. */
export function CallFailed({ error, onRetry, children }: CallFailedProps) {
  return <LoadError onRetry={onRetry}>{children(detailOf(error))}</LoadError>
}
