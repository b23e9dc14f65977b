import type { Document } from '@penmark/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge/badge.tsx'
import type { ReprocessMark } from '../actions/use-reprocess.ts'
import { isInProgress, toneOf } from '../status.ts'

interface DocumentStatusProps {
  /** Without a status it is unknown. */
  document: Partial<Pick<Document, 'status' | 'stage'>>
  mark?: ReprocessMark | undefined
  /** Shows a row that was just queued again as being reprocessed, as the pages of classes and students do. */
  saysReprocessing?: boolean
}

/** The status as a badge; while a job runs, its present step. */
export function DocumentStatusBadge(props: DocumentStatusProps) {
  const { t } = useTranslation('documents')
  return <StatusBadge t={t} {...props} />
}

/** The same with the table's translation. */
export function StatusBadge({
  t,
  document: { status, stage },
  mark,
  saysReprocessing = false,
}: DocumentStatusProps & { t: TFunction<'documents'> }) {
  if (mark === 'failed') return <Badge tone="error">{t('reprocess.failedBadge')}</Badge>
  if (mark === 'started' && saysReprocessing) {
    return (
      <Badge tone="warning" busy>
        {t('reprocess.running')}
      </Badge>
    )
  }
  if (status === undefined) return <Badge tone="neutral">{t('status.UNKNOWN')}</Badge>
  return (
    <Badge tone={toneOf[status]} busy={isInProgress(status)}>
      {status === 'PROCESSING' && stage ? t(`stage.${stage}`) : t(`status.${status}`)}
    </Badge>
  )
}
