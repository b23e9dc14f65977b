import { Button } from '@mantine/core'
import type { Document, Report } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import {
  IconChevronDown,
  IconDownload,
  IconFileText,
  IconRefresh,
  IconWriting,
  IconWritingOff,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { detailOf } from '../../../../lib/call/failure.ts'
import { ConfirmDialog } from '../../../../ui/dialog/dialog.tsx'
import { DropMenu } from '../../../../ui/menu/drop-menu.tsx'
import { Notice } from '../../../../ui/notice/notice.tsx'
import { PageHeader } from '../../../../ui/page-header/page-header.tsx'
import { toast } from '../../../../ui/toast/toast.tsx'
import { BackAnchor, type BackLink, DocumentLine, DocumentLinePlaceholder } from '../document-header.tsx'
import { useMarkWrittenInClass, usePdf, useRecheck, useReport, useReportedDocument } from '../queries.ts'
import screen from '../screen.module.css'
import { ReportBody } from './report-body.tsx'

interface ReportScreenProps {
  documentId: string
  back: BackLink
  /** What else is known of the document, as cells of the row below its result. */
  evidence: (document: Document, report: Report) => ReactNode
  /** What stands behind those cells, shown below the text. */
  comparison: (document: Document) => ReactNode
  /** Adds what else is known about a passage to its explanation. */
  passageNote?: (text: string) => ReactNode
}

/** The report page of a signed-in teacher. */
export function ReportScreen({ documentId, back, evidence, comparison, passageNote }: ReportScreenProps) {
  const { t, i18n } = useTranslation('report')
  const document = useReportedDocument(documentId)
  const result = useReport(documentId, document.data?.status)
  const pdf = usePdf(documentId, i18n.language)
  const check = useRecheck(documentId, () => toast.success(t('recheck.done')))
  const isShown = result.data?.status === 'COMPLETED'
  const isKnown = document.data !== undefined || result.data !== undefined
  const lead = isKnown ? (
    <DocumentLine document={document.data} report={result.data} />
  ) : (
    document.isPending && <DocumentLinePlaceholder />
  )
  const name = document.data && readableName(document.data)
  return (
    <>
      <PageHeader
        title={t('title')}
        tabTitle={name ? `${t('title')} · ${name}` : t('title')}
        back={<BackAnchor {...back} />}
        lead={lead}
        actions={
          isShown ? (
            <ReportActions
              documentId={documentId}
              document={document.data}
              check={result.data?.may_recheck ? check : null}
            />
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
        evidence={document.data && result.data && evidence(document.data, result.data)}
        comparison={document.data && comparison(document.data)}
        passageNote={passageNote}
      />
    </>
  )
}

/** Marks the document of a report as written in class, or removes the mark, after saying what it is for. */
function MarkWrittenInClass({ document }: { document: Pick<Document, 'id' | 'written_in_class'> }) {
  const { t } = useTranslation('report')
  const [isConfirming, setConfirming] = useState(false)
  const isMarked = document.written_in_class
  const action = isMarked ? 'unmark' : 'mark'
  const { mark, busy } = useMarkWrittenInClass(document.id, {
    onDone: () => toast.success(t(`${action}.done`)),
    onFailed: (error) => toast.error(t('mark.failed', { detail: detailOf(error) })),
  })
  const confirm = () => {
    setConfirming(false)
    mark(!isMarked)
  }
  const Icon = isMarked ? IconWritingOff : IconWriting
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={16} aria-hidden="true" />}
        loading={busy}
        onClick={() => setConfirming(true)}
      >
        {t(`${action}.action`)}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t(`${action}.title`)}
        confirm={t(`${action}.action`)}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      >
        <p>{t(`${action}.text`)}</p>
      </ConfirmDialog>
    </>
  )
}

interface ReportActionsProps {
  documentId: string
  /** Undefined while it is loading. */
  document: Document | undefined
  /** Null if the active detector has scored the text already. */
  check: ReturnType<typeof useRecheck> | null
}

function ReportActions({ documentId, document, check }: ReportActionsProps) {
  const { t } = useTranslation('report')
  const { search } = useLocation()
  return (
    <div className={screen.actions}>
      <Button
        component={Link}
        to={{ pathname: `/documents/${encodeURIComponent(documentId)}/text-view`, search }}
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden="true" />}
      >
        {t('openText')}
      </Button>
      {check && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden="true" />}
          loading={check.busy}
          onClick={check.recheck}
          title={t('recheck.why')}
        >
          {t('recheck')}
        </Button>
      )}
      {document && <MarkWrittenInClass document={document} />}
      <span role="status" className={screen.progress}>
        {check?.busy && t('recheck.busy')}
      </span>
    </div>
  )
}

/**
 * Downloads the report as a PDF of two pages, or with an appendix; the verdict card shows it beside the other
 * next steps.
 */
function PdfButton({ pdf }: { pdf: ReturnType<typeof usePdf> }) {
  const { t } = useTranslation('report')
  return (
    <>
      <Button.Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={pdf.busy}
          onClick={() => pdf.download({ appendix: false })}
        >
          {t('pdf')}
        </Button>
        <DropMenu
          trigger={
            <Button variant="default" disabled={pdf.busy} px={8} aria-label={t('pdf.more')}>
              <IconChevronDown size={16} aria-hidden="true" />
            </Button>
          }
          entries={[
            { key: 'appendix', label: t('pdf.appendix'), onChoose: () => pdf.download({ appendix: true }) },
          ]}
        />
      </Button.Group>
      <span role="status" className={screen.progress}>
        {pdf.busy && t('pdf.busy')}
      </span>
    </>
  )
}
