import { Button } from '@mantine/core'
import type { Document } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { PageHeader } from '../../../ui/page-header/page-header.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { BackAnchor, type BackLink, DocumentLine, DocumentLinePlaceholder } from '../document-header.tsx'
import { usePdf, useRecheck, useReport, useReportedDocument } from '../queries.ts'
import { PdfButton, ReportActions } from './report-actions.tsx'
import { ReportBody } from './report-body.tsx'

interface ReportScreenProps {
  documentId: string
  back: BackLink
  /** How the document compares with others, shown within its report. */
  comparison: (document: Document) => ReactNode
  /** What else is known about a passage, shown where it is explained. */
  passageNote?: (text: string) => ReactNode
}

/** The report page of a signed-in teacher. */
export function ReportScreen({ documentId, back, comparison, passageNote }: ReportScreenProps) {
  const { t, i18n } = useTranslation('report')
  const document = useReportedDocument(documentId)
  const result = useReport(documentId, document.data?.status)
  const pdf = usePdf(documentId, i18n.language)
  const check = useRecheck(documentId, () => toast.success(t('recheck.done')))
  const isShown = result.data?.status === 'COMPLETED'
  const isKnown = document.data !== undefined || result.data !== undefined
  const lead = isKnown ? <DocumentLine document={document.data} report={result.data} /> : document.isPending && <DocumentLinePlaceholder />
  const name = document.data?.original_filename
  return (
    <>
      <PageHeader
        title={t('title')}
        tabTitle={name ? `${t('title')} · ${name}` : t('title')}
        back={<BackAnchor {...back} />}
        lead={lead}
        actions={
          isShown ? (
            <ReportActions documentId={documentId} document={document.data} check={result.data?.may_recheck ? check : null} />
          ) : undefined
        }
      />
      {document.isError && !result.isError && (
        <Notice
          tone="warning"
          action={
            <Button variant="default" onClick={() => void document.refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {t('problem.document')}
        </Notice>
      )}
      {pdf.error && (
        <Notice tone="error">
          <p>
            <strong>{t('pdf.failed')}</strong>
          </p>
          <p>{detailOf(pdf.error)}</p>
        </Notice>
      )}
      {check.error && (
        <Notice tone="error">
          <p>
            <strong>{t('recheck.failed')}</strong>
          </p>
          <p>{detailOf(check.error)}</p>
        </Notice>
      )}
      <ReportBody
        documentId={documentId}
        document={document}
        result={result}
        pdf={<PdfButton pdf={pdf} />}
        comparison={document.data && comparison(document.data)}
        passageNote={passageNote}
      />
    </>
  )
}
