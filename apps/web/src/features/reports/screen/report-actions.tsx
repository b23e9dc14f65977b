import { Button } from '@mantine/core'
import type { Document } from '@penmark/contract'
import { IconDownload, IconFileText, IconPrinter, IconRefresh, IconSchool, IconSchoolOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useMarkWrittenInClass, type usePdf, type useRecheck } from '../queries.ts'
import screen from '../screen.module.css'

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
  const Icon = isMarked ? IconSchoolOff : IconSchool
  return (
    <>
      <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />} loading={busy} onClick={() => setConfirming(true)}>
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

export function ReportActions({ documentId, document, check }: ReportActionsProps) {
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
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      <span role="status" className={screen.progress}>
        {check?.busy && t('recheck.busy')}
      </span>
    </div>
  )
}

/** Downloads the report as a PDF; the verdict card shows it beside the other next steps. */
export function PdfButton({ pdf }: { pdf: ReturnType<typeof usePdf> }) {
  const { t } = useTranslation('report')
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden="true" />} loading={pdf.busy} onClick={pdf.download}>
        {t('pdf')}
      </Button>
      <span role="status" className={screen.progress}>
        {pdf.busy && t('pdf.busy')}
      </span>
    </>
  )
}
