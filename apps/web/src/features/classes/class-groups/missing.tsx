import { Button } from '@mantine/core'
import { Problem } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { classAddress, classListAddress } from '../../../lib/addresses/addresses.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { BackTo, PageHeader } from '../../../ui/page-header/page-header.tsx'
import { EmptyState, LoadError } from '../../../ui/page-state/page-state.tsx'

interface ClassMissingProps {
  /** `invalidId` for a URL without a valid id, else the error of the request. */
  reason: unknown
  onRetry?: () => void
}

/** Shown instead of a class that does not exist or failed to load. */
export function ClassMissing(props: ClassMissingProps) {
  const { t } = useTranslation('classes')
  return (
    <Unavailable
      {...props}
      title={t('class')}
      back={{ to: classListAddress, text: t('back'), action: t('toList') }}
      messages={{
        invalidId: t('invalidId'),
        notFound: t('notFound'),
        failed: (detail) => t('fetchFailed', { detail }),
      }}
    />
  )
}

/** Shown instead of a student of a class. */
export function StudentMissing({ classId, ...props }: ClassMissingProps & { classId: string }) {
  const { t } = useTranslation('classes')
  return (
    <Unavailable
      {...props}
      title={t('student.title')}
      back={{ to: classAddress(classId), text: t('class'), action: t('student.toClass') }}
      messages={{
        invalidId: t('student.invalidId'),
        notFound: t('student.notFound'),
        failed: (detail) => t('student.fetchFailed', { detail }),
      }}
    />
  )
}

interface UnavailableProps extends ClassMissingProps {
  title: string
  /** The page above, with the texts of the link and of the button that lead there. */
  back: { to: string; text: string; action: string }
  messages: { invalidId: string; notFound: string; failed: (detail: string) => string }
}

function Unavailable({ reason, onRetry, title, back, messages }: UnavailableProps) {
  const isInvalid = reason === 'invalidId'
  const isMissing = isInvalid || (reason instanceof Problem && reason.code === 'not_found')
  return (
    <>
      <PageHeader title={title} back={<BackTo to={back.to}>{back.text}</BackTo>} />
      {isMissing ? (
        <div role="alert">
          <EmptyState
            drawing="lost"
            action={
              <Button component={Link} to={back.to}>
                {back.action}
              </Button>
            }
          >
            {isInvalid ? messages.invalidId : messages.notFound}
          </EmptyState>
        </div>
      ) : (
        <CallFailed error={reason} onRetry={() => onRetry?.()}>
          {messages.failed}
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
