import { Button } from '@mantine/core'
import { Problem } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../lib/session/session.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import type { useReport, useReportedDocument } from '../queries.ts'
import { Report } from '../report/report.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'
import { Unfinished } from './unfinished.tsx'

interface ReportBodyProps {
  documentId: string
  document: ReturnType<typeof useReportedDocument>
  result: ReturnType<typeof useReport>
  /** The button that downloads the PDF. */
  pdf: ReactNode
  comparison: ReactNode
  passageNote: ((text: string) => ReactNode) | undefined
}

/** The report, or a message saying why there is none. */
export function ReportBody({ documentId, document, result, pdf, comparison, passageNote }: ReportBodyProps) {
  const report = result.data
  if (result.isPending || (result.isError && document.isPending)) return <ReportSkeleton />
  if (!report) {
    const problem = reportProblem(result.error)
    const status = document.data?.status
    // A document without a result yet answers 404 for its report: its status says more than "not found".
    if (problem === 'problem.none' && status !== undefined && status !== 'COMPLETED')
      return <Unfinished documentId={documentId} status={status} reason={document.data?.status_reason ?? null} document={document.data} />
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
  return <Report report={report} document={document.data} pdf={pdf} comparison={comparison} passageNote={passageNote} />
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
      <Button onClick={() => void signIn(window.location.pathname + window.location.search)}>{t('signIn')}</Button>
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
