import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/session.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import type { useReport, useReportedDocument } from './queries.ts'
import { Report } from './report.tsx'
import { reportProblem } from './report-problem.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import { Unfinished } from './unfinished.tsx'

interface ReportBodyProps {
  documentId: string
  document: ReturnType<typeof useReportedDocument>
  result: ReturnType<typeof useReport>
}

/** The report, or the words for why there is none. */
export function ReportBody({ documentId, document, result }: ReportBodyProps) {
  const report = result.data
  if (result.isPending || (result.isError && document.isPending)) return <ReportSkeleton />
  if (!report) {
    const problem = reportProblem(result.error)
    const status = document.data?.status
    // The server may have no result yet for a document that it knows well: then the document's status says more than "not found".
    if (problem === 'problem.none' && status !== undefined && status !== 'COMPLETED')
      return <Unfinished documentId={documentId} status={status} reason={document.data?.status_reason ?? null} document={document.data} />
    return <NoReport words={problem} onRetry={() => void result.refetch()} />
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
  // Completed, and yet neither judged nor refused: nothing here may be read as a verdict.
  if (report.label === null && report.finding === null)
    return <NoReport words="problem.unavailable" onRetry={() => void result.refetch()} />
  return <Report report={report} document={document.data} />
}

interface NoReportProps {
  words: ReturnType<typeof reportProblem> | 'problem.unavailable'
  onRetry: () => void
}

function NoReport({ words, onRetry }: NoReportProps) {
  const { t } = useTranslation('report')
  const { signIn } = useSession()
  const action =
    words === 'problem.refused' ? (
      <Button onClick={() => void signIn(window.location.pathname + window.location.search)}>{t('signIn')}</Button>
    ) : words === 'problem.none' ? undefined : (
      <Button onClick={onRetry}>{t('retry')}</Button>
    )
  return (
    <div role="alert">
      <EmptyState drawing={words === 'problem.none' ? 'sheet' : 'trouble'} action={action}>
        {t(words)}
      </EmptyState>
    </div>
  )
}
