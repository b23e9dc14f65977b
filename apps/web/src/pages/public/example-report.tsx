import { type ExampleId, exampleIds, type Report as ReportData, siteRoutes } from '@penmark/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { Report } from '../../features/documents/reports/report/report.tsx'
import { CookieBanner } from '../../features/public/cookies/cookie-banner.tsx'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { FailedNotice } from '../../ui/notice/notice.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import { PublicFrame } from '../../ui/public-frame/public-frame.tsx'
import NotFoundPage from '../not-found.tsx'
import classes from './example-report.module.css'

const isExample = (text: string | undefined): text is ExampleId => exampleIds.some((id) => id === text)

/** The public example report. */
export default function ExampleReportPage() {
  const { example } = useParams()
  return isExample(example) ? <Example key={example} example={example} /> : <NotFoundPage />
}

function Example({ example }: { example: ExampleId }) {
  const { t } = useTranslation('report')
  const [attempt, setAttempt] = useState(1)
  const [report, setReport] = useState<ReportData | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt repeats the call
  useEffect(() => {
    const controller = new AbortController()
    call(siteRoutes.readExample, { example }, { signal: controller.signal }).then(
      setReport,
      (error: unknown) => {
        if (!controller.signal.aborted) setFailure(error)
      },
    )
    return () => controller.abort()
  }, [example, attempt])
  const retry = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  const other = example === 'ai' ? 'student' : 'ai'
  return (
    <PublicFrame title={t(`example.title.${example}`)} lead={t('example.lead')}>
      <p className={classes.links}>
        <a href="/dashboard?register">{t('example.signUp')}</a>
        <Link to={`/examples/${other}`}>{t(`example.read.${other}`)}</Link>
        <Link to="/examples/writing">{t('example.read.writing')}</Link>
      </p>
      {failure !== null && (
        <FailedNotice onRetry={retry}>{t('example.failed', { detail: detailOf(failure) })}</FailedNotice>
      )}
      {failure === null &&
        (report ? (
          <Report report={report} document={undefined} pdf={null} isExample />
        ) : (
          <Loading region="page" />
        ))}
      <CookieBanner />
    </PublicFrame>
  )
}
