import { Button, Loader } from '@mantine/core'
import { type Document, type DocumentStatus, pollEveryMs } from '@penmark/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { isInProgress, useReprocess } from '../queries.ts'
import { useFigures } from '../use-figures.ts'
import classes from './unfinished.module.css'

interface UnfinishedProps {
  documentId: string
  status: DocumentStatus | undefined
  /** Why it failed, as shown to the teacher. */
  reason: string | null
  document: Document | undefined
}

/** A document without a report: its progress, or why it failed and a button to try again. */
export function Unfinished({ documentId, status, reason, document }: UnfinishedProps) {
  const { t } = useTranslation('report')
  const { reprocess, busy, done, error } = useReprocess(documentId)
  useEffect(() => {
    if (done) toast.success(t('reprocess.started'))
  }, [done, t])
  const running = isInProgress(status)
  return (
    <div className={classes.unfinished}>
      <p className={classes.status} role="status">
        {running && <Loader size={20} aria-hidden="true" />}
        {t('unfinished', { status: statusWords(status) })}
      </p>
      {running ? (
        <Progress document={document} />
      ) : (
        <Notice
          tone={status === 'LIMIT_EXCEEDED' || status === 'UPLOADED' ? 'warning' : 'error'}
          action={
            <Button onClick={reprocess} loading={busy}>
              {t('reprocess')}
            </Button>
          }
        >
          {reason ?? t(status === 'UPLOADED' ? 'stage.waiting' : 'failed.unknown')}
        </Notice>
      )}
      {error && (
        <Notice tone="error">
          <p>
            <strong>{t('reprocess.failed')}</strong>
          </p>
          <p>{detailOf(error)}</p>
        </Notice>
      )}
    </div>
  )
}

function Progress({ document }: Pick<UnfinishedProps, 'document'>) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const { stage = null, queue_position: position = null, reading_page: page, page_count: pages } = document ?? {}
  const step = stage === 'extracting' && page && pages ? t('stage.page', { page, pages }) : t(`stage.${stage ?? 'waiting'}`)
  return (
    <>
      <p className={classes.stage}>
        {t('stage.title')} · {step}
      </p>
      {stage === null && position !== null && <p>{t('unfinished.queue', { place: figures.count(position) })}</p>}
      <p className={classes.quiet}>{t('unfinished.polling', { seconds: pollEveryMs.documents / 1_000 })}</p>
    </>
  )
}

/** The status as shown: UNKNOWN if missing, otherwise the API value except for LIMIT_EXCEEDED. */
export function statusWords(status: DocumentStatus | undefined): string {
  if (status === undefined) return 'UNKNOWN'
  return status === 'LIMIT_EXCEEDED' ? 'Limit Exceeded' : status
}
