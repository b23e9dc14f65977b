import type { Document } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge/badge.tsx'
import { isInProgress, toneOf } from './status.ts'
import type { ReprocessMark } from './use-reprocess.ts'

interface DocumentStatusProps {
  document: Pick<Document, 'status' | 'stage'>
  mark?: ReprocessMark | undefined
}

/** The status as a badge; while a job runs, the step it is at. */
export function DocumentStatusBadge({ document: { status, stage }, mark }: DocumentStatusProps) {
  const { t } = useTranslation('documents')
  if (mark === 'failed') return <Badge tone="error">{t('reprocess.failedBadge')}</Badge>
  return (
    <Badge tone={toneOf[status] ?? 'neutral'} busy={isInProgress(status)}>
      {status === 'PROCESSING' && stage ? t(`stage.${stage}`) : t(`status.${status}`)}
    </Badge>
  )
}
