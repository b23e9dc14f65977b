import { Button } from '@mantine/core'
import { uploadLimits } from '@penmark/contract'
import { IconClipboardText } from '@tabler/icons-react'
import { lazy, memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../lib/format/format.ts'
import { OnceOpened } from '../../../ui/dialog/dialog.tsx'
import { DropZone, FullScreenDrop } from '../../../ui/drop-zone/drop-zone.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from '../documents.module.css'
import type { DocumentOwner } from '../queries.ts'
import { acceptedOf, refusalOf } from './file-rules.ts'
import { useAllowanceCheck } from './use-allowance-check.tsx'
import { type UploadedDocument, useUploads } from './use-uploads.ts'

// Nobody needs it before an upload begins.
const UploadProgress = lazy(async () => ({ default: (await import('./upload-progress.tsx')).UploadProgress }))

interface UploadCardProps {
  /** Takes several files, dropped anywhere on the page; otherwise only one, dropped on the card. */
  multiple: boolean
  /** Whom every upload is assigned to. Such a card has an Upload button that asks for a file. */
  owners?: DocumentOwner
  /** Pause between two of several files, in milliseconds. */
  pauseMs?: number
  /** Without it pasting is not offered. */
  onPaste?: () => void
  /** Words that the teacher has left this month; null without a limit, and while it is unknown. */
  wordsLeft: number | null
  onLimit: (detail: string) => void
  /** Called with the uploaded documents of several files or of a ZIP. */
  onSeveral?: (documents: readonly UploadedDocument[]) => void
  /** Called with the ids of documents that were taken back. */
  onUndone?: (ids: ReadonlySet<string>) => void
}

const accepted = acceptedOf()

function Card({
  multiple,
  owners,
  pauseMs,
  wordsLeft,
  onPaste,
  onLimit,
  onSeveral,
  onUndone,
}: UploadCardProps) {
  const { t, i18n } = useTranslation('documents')
  const [writtenInClass, setWrittenInClass] = useState(false)
  const { uploads, busy, start, retry, undo, clear } = useUploads({
    owners,
    pauseMs,
    onLimit,
    onSeveral,
    onUndone,
  })
  const { check, question } = useAllowanceCheck(wordsLeft)
  const size = formatBytes(i18n, uploadLimits.fileBytes)

  const showRefusals = (files: File[]) => {
    for (const file of files) {
      const refusal = refusalOf(file)
      if (refusal) toast.error(t(`upload.refused.${refusal}`, { name: file.name, size }))
    }
  }
  const takeFiles = (files: File[]) => {
    const offered = multiple ? files : files.slice(0, 1)
    showRefusals(offered)
    const acceptedFiles = offered.filter((file) => refusalOf(file) === null)
    if (acceptedFiles.length > uploadLimits.filesPerBatch)
      toast.error(t('upload.tooMany', { count: uploadLimits.filesPerBatch }))
    else if (acceptedFiles.length > 0) void send(acceptedFiles)
  }
  const send = async (files: File[]) => {
    const sent = await check(files)
    if (sent.length === 0) return
    start(sent, { writtenInClass })
    // The mark is for this upload alone: it must not be left on by accident.
    setWrittenInClass(false)
  }

  return (
    <div className={classes.upload}>
      <DropZone
        accept={accepted}
        multiple
        disabled={busy}
        browse={t('upload.browse')}
        onFiles={takeFiles}
        onRefused={showRefusals}
        actions={
          <>
            {onPaste && (
              <Button
                variant="default"
                onClick={onPaste}
                leftSection={<IconClipboardText size={16} aria-hidden="true" />}
              >
                {t('paste.open')}
              </Button>
            )}
            {owners && (
              <Button variant="default" disabled={busy} onClick={() => toast.error(t('upload.none'))}>
                {t('upload.send')}
              </Button>
            )}
          </>
        }
      >
        <strong>{multiple ? t('upload.dropMany') : t('upload.dropOne')}</strong>
        <p>
          {t('upload.types', { size })} {t('upload.zip')}
        </p>
      </DropZone>
      {multiple && (
        <FullScreenDrop
          accept={accepted}
          refusal={t('upload.types', { size })}
          active={!busy}
          onFiles={takeFiles}
          onRefused={showRefusals}
        >
          {t('upload.dropAnywhere')}
        </FullScreenDrop>
      )}
      <WrittenInClassCheckbox checked={writtenInClass} disabled={busy} onChange={setWrittenInClass} />
      <OnceOpened opened={uploads.length > 0}>
        <UploadProgress uploads={uploads} busy={busy} onRetry={retry} onUndo={undo} onClear={clear} />
      </OnceOpened>
      {question}
    </div>
  )
}

/**
 * Uploads documents as soon as they are chosen, several in sequence. Until the list is hidden they can be
 * taken back.
 */
export const UploadCard = memo(Card)

interface WrittenInClassCheckboxProps {
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/**
 * Marks everything in an upload as written in class, and says what the mark is for. The browser's own
 * checkbox: the library's would be a few kilobytes of script on the dashboard.
 */
export function WrittenInClassCheckbox({ checked, disabled = false, onChange }: WrittenInClassCheckboxProps) {
  const { t } = useTranslation('documents')
  const id = useId()
  return (
    <div className={classes.option}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label htmlFor={id}>{t('writtenInClass')}</label>
      <p id={`${id}-hint`} className={classes.soft}>
        {t('writtenInClass.hint')}
      </p>
    </div>
  )
}
