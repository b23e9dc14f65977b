import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { appealAddress, caseAddress } from '../../features/cases/addresses.ts'
import { useAppeal, useAppealReport } from '../../features/cases/appeal-queries.ts'
import { useCase, useCaseReport } from '../../features/cases/queries.ts'
import { Report } from '../../features/documents/reports/report/report.tsx'
import { detailOf } from '../../lib/call/failure.ts'
import { formatDate } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { LoadError, Loading } from '../../ui/page-state/page-state.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export function CaseReportPage() {
  const { t } = useTranslation('cases')
  const { caseId = '', documentId = '' } = useParams()
  return (
    <SignedIn title={t('case')} required={t('loginRequired')}>
      <CaseReport key={`${caseId} ${documentId}`} caseId={caseId} documentId={documentId} />
    </SignedIn>
  )
}

/** The report as it was when its document was added to the case. */
function CaseReport({ caseId, documentId }: { caseId: string; documentId: string }) {
  const { t, i18n } = useTranslation('cases')
  const record = useCase(caseId).data
  const { data: report, error, refetch } = useCaseReport(caseId, documentId)
  const document = record?.documents.find(({ document_id }) => document_id === documentId)
  return (
    <>
      <PageHeader
        title={document?.filename ?? t('report')}
        back={<BackTo to={caseAddress(caseId)}>{t('backToCase')}</BackTo>}
      />
      {document && (
        <Notice tone="info">
          {t(document.is_deleted ? 'report.frozenDeleted' : 'report.frozen', {
            date: formatDate(i18n, document.added_at),
          })}
        </Notice>
      )}
      {error ? (
        <LoadError onRetry={() => void refetch()}>{t('list.failed', { detail: detailOf(error) })}</LoadError>
      ) : report ? (
        <Report report={report} document={undefined} pdf={null} isExample />
      ) : (
        <Loading region="page" />
      )}
    </>
  )
}

export function AppealReportPage() {
  const { t } = useTranslation('cases')
  const { appealId = '', documentId = '' } = useParams()
  return (
    <SignedIn title={t('appeals.one')} required={t('loginRequired')}>
      <AppealReport key={`${appealId} ${documentId}`} appealId={appealId} documentId={documentId} />
    </SignedIn>
  )
}

/** A report of the case, for the person who decides the appeal. */
function AppealReport({ appealId, documentId }: { appealId: string; documentId: string }) {
  const { t, i18n } = useTranslation('cases')
  const { data: report, error, refetch } = useAppealReport(appealId, documentId)
  const document = useAppeal(appealId).data?.documents.find(({ document_id }) => document_id === documentId)
  return (
    <>
      <PageHeader
        title={document?.filename ?? t('report')}
        back={<BackTo to={appealAddress(appealId)}>{t('appeals.back')}</BackTo>}
      />
      {document && (
        <Notice tone="info">{t('report.frozen', { date: formatDate(i18n, document.added_at) })}</Notice>
      )}
      {error ? (
        <LoadError onRetry={() => void refetch()}>
          {t('appeals.failed', { detail: detailOf(error) })}
        </LoadError>
      ) : report ? (
        <Report report={report} document={undefined} pdf={null} isExample />
      ) : (
        <Loading region="page" />
      )}
    </>
  )
}
