import { Button } from '@mantine/core'
import { IconFileText, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { BackAnchor } from './back-anchor.tsx'
import { DocumentLine, DocumentLinePlace } from './document-line.tsx'
import type { BackLink } from './origin.ts'
import { useReport, useReportedDocument } from './queries.ts'
import { ReportBody } from './report-body.tsx'
import screen from './screen.module.css'

interface ReportScreenProps {
  documentId: string
  back: BackLink
}

/** The report page of a signed-in teacher. */
export function ReportScreen({ documentId, back }: ReportScreenProps) {
  const { t } = useTranslation('report')
  const { search } = useLocation()
  const document = useReportedDocument(documentId)
  const result = useReport(documentId, document.data?.status)
  const isShown = result.data?.status === 'COMPLETED'
  const isKnown = document.data !== undefined || result.data !== undefined
  const lead = isKnown ? <DocumentLine document={document.data} report={result.data} /> : document.isPending && <DocumentLinePlace />
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
            <div className={screen.actions}>
              <Button
                component={Link}
                to={{ pathname: `/documents/${encodeURIComponent(documentId)}/text-view`, search }}
                variant="default"
                leftSection={<IconFileText size={16} aria-hidden="true" />}
              >
                {t('openText')}
              </Button>
              <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={() => window.print()}>
                {t('print')}
              </Button>
            </div>
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
      <ReportBody documentId={documentId} document={document} result={result} />
    </>
  )
}
