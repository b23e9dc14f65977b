import { Button, Loader } from '@mantine/core'
import { type Document, Problem, pollEveryMs, type ReadStatus } from '@penmark/contract'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../../lib/call/failure.ts'
import { useSession } from '../../../../lib/session/session.tsx'
import { Notice } from '../../../../ui/notice/notice.tsx'
import { EmptyState } from '../../../../ui/page-state/page-state.tsx'
import textClasses from '../../../../ui/theme/text.module.css'
import { toast } from '../../../../ui/toast/toast.tsx'
import { isInProgress, type useReport, type useReportedDocument, useReprocess } from '../queries.ts'
import { Report } from '../report/report.tsx'
import { useReportFormat } from '../use-report-format.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import classes from './unfinished.module.css'

interface ReportBodyProps {
  documentId: string
  document: ReturnType<typeof useReportedDocument>
  result: ReturnType<typeof useReport>
  /** The button that downloads the PDF. */
  pdf: ReactNode
  evidence: ReactNode
  comparison: ReactNode
  passageNote: ((text: string) => ReactNode) | undefined
}

/** The report, or a message saying why there is none. */
export function ReportBody({
  documentId,
  document,
  result,
  pdf,
  evidence,
  comparison,
  passageNote,
}: ReportBodyProps) {
  const report = result.data
  if (result.isPending || (result.isError && document.isPending)) return <ReportSkeleton />
  if (!report) {
    const problem = reportProblem(result.error)
    const status = document.data?.status
    // A document without a result yet answers 404 for its report: its status says more than "not found".
    if (problem === 'problem.none' && status !== undefined && status !== 'COMPLETED')
      return (
        <Unfinished
          documentId={documentId}
          status={status}
          reason={document.data?.status_reason ?? null}
          document={document.data}
        />
      )
    return <NoReport message={problem} onRetry={() => void result.refetch()} />
  }
  if (report.status !== 'COMPLETED') {
    const { status, status_reason } = report
    return (
      <Unfinished
        documentId={documentId}
        status={status}
        reason={status_reason ?? document.data?.status_reason ?? null}
        document={document.data}
      />
    )
  }
  // A completed report without label and finding must not be read as a verdict.
  if (report.label === null && report.finding === null)
    return <NoReport message="problem.unavailable" onRetry={() => void result.refetch()} />
  return (
    <Report
      report={report}
      document={document.data}
      pdf={pdf}
      evidence={evidence}
      comparison={comparison}
      passageNote={passageNote}
    />
  )
}

interface NoReportProps {
  message: ReportProblem | 'problem.unavailable'
  onRetry: () => void
}

function NoReport({ message, onRetry }: NoReportProps) {
  const { t } = useTranslation('report')
  const { signIn } = useSession()
  const action =
    message === 'problem.refused' ? (
      <Button onClick={() => void signIn(window.location.pathname + window.location.search)}>
        {t('signIn')}
      </Button>
    ) : message === 'problem.none' ? undefined : (
      <Button onClick={onRetry}>{t('retry')}</Button>
    )
  return (
    <div role="alert">
      <EmptyState drawing={message === 'problem.none' ? 'sheet' : 'trouble'} action={action}>
        {t(message)}
      </EmptyState>
    </div>
  )
}

type ReportProblem = 'problem.none' | 'problem.load' | 'problem.refused'

/** The message for a report that could not be fetched. */
function reportProblem(error: unknown): ReportProblem {
  if (error instanceof Problem && error.code === 'not_found') return 'problem.none'
  return error instanceof Problem && error.code === 'not_signed_in' ? 'problem.refused' : 'problem.load'
}

interface UnfinishedProps {
  documentId: string
  status: ReadStatus | undefined
  /** Why it failed, as shown to the teacher. */
  reason: string | null
  document: Document | undefined
}

/** A document without a report: its progress, or why it failed and a button to try again. */
function Unfinished({ documentId, status, reason, document }: UnfinishedProps) {
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
  const format = useReportFormat()
  const {
    stage = null,
    queue_position: position = null,
    reading_page: page,
    page_count: pages,
  } = document ?? {}
  const step =
    stage === 'extracting' && page && pages
      ? t('stage.page', { page, pages })
      : t(`stage.${stage ?? 'waiting'}`)
  return (
    <>
      <p className={classes.stage}>
        {t('stage.title')} · {step}
      </p>
      {stage === null && position !== null && (
        <p>{t('unfinished.queue', { place: format.count(position) })}</p>
      )}
      <p className={textClasses.soft}>
        {t('unfinished.polling', { seconds: pollEveryMs.documents / 1_000 })}
      </p>
    </>
  )
}

/** The status as shown: UNKNOWN if missing, otherwise the API value except for LIMIT_EXCEEDED. */
export function statusWords(status: ReadStatus | undefined): string {
  if (status === undefined) return 'UNKNOWN'
  return status === 'LIMIT_EXCEEDED' ? 'Limit Exceeded' : status
}
