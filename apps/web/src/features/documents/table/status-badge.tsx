import type { Document } from '@penmark/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge/badge.tsx'
import type { ReprocessMark } from '../actions/document-changes.ts'
import { isInProgress, toneOf } from '../status.ts'

interface DocumentStatusProps {
  /** Without a status it is unknown. */
  document: Partial<Pick<Document, 'status' | 'stage' | 'reading_page' | 'page_count'>>
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
  document: { status, stage, reading_page: page, page_count: pages },
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
  const step = stage === 'extracting' && page && pages ? t('stage.page', { page, pages }) : stage && t(`stage.${stage}`)
  return (
    <Badge tone={toneOf[status]} busy={isInProgress(status)}>
      {status === 'PROCESSING' && step ? step : t(`status.${status}`)}
    </Badge>
  )
}
