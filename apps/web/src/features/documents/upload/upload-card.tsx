import { Button, CloseButton } from '@mantine/core'
import { uploadLimits } from '@penmark/contract'
import { IconClipboardText } from '@tabler/icons-react'
import { lazy, memo, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBytes } from '../../../lib/format/format.ts'
import { OnceOpened } from '../../../ui/dialog/dialog.tsx'
import { DropZone, FullScreenDrop } from '../../../ui/drop-zone/drop-zone.tsx'
import text from '../../../ui/theme/text.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from '../documents.module.css'
import {
  isArchive,
  listTypes,
  oneFile,
  pickerTypes,
  type Refusal,
  refusalOf,
  severalFiles,
} from '../file-rules.ts'
import type { DocumentOwner } from '../queries.ts'
import type { UploadedDocument } from '../uploaded-document.ts'
import { useAllowanceCheck } from './use-allowance-check.tsx'
import { useUploads } from './use-uploads.ts'

// Nobody needs it before an upload begins.
const UploadProgress = lazy(async () => ({ default: (await import('./upload-progress.tsx')).UploadProgress }))

interface UploadCardProps {
  /** Takes several files, dropped anywhere on the page; otherwise only one, dropped on the card. */
  multiple: boolean
  /** Whom every upload is assigned to. Such a card always has its Upload button, which asks for a file. */
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
  /** Called with true when an upload begins, and with false once it is listed. */
  onArriving?: (arriving: boolean) => void
}

/** The one file that waits for the Upload button. */
interface Chosen {
  file: File
  /** Files that were dropped with it on a card for one. */
  notTaken: number
}

/** A file that was not taken, and why. */
interface Refused {
  name: string
  refusal: Refusal
  why: string
}

function Card({
  multiple,
  owners,
  pauseMs,
  wordsLeft,
  onPaste,
  onLimit,
  onSeveral,
  onUndone,
  onArriving,
}: UploadCardProps) {
  const { t, i18n } = useTranslation('documents')
  const [writtenInClass, setWrittenInClass] = useState(false)
  const [archiveQuestion, setArchiveQuestion] = useState<ReactNode>(null)
  const { uploads, busy, arriving, start, retry, undo, clear } = useUploads({
    owners,
    pauseMs,
    onLimit,
    show: setArchiveQuestion,
    onSeveral,
    onUndone,
  })
  const { check, question } = useAllowanceCheck(wordsLeft)
  useEffect(() => onArriving?.(arriving), [arriving, onArriving])
  const [chosen, setChosen] = useState<Chosen | null>(null)
  /** Why files were not taken, until the teacher has read it. */
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const card = useRef<HTMLDivElement>(null)
  const uploadButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The file picker leaves the focus on Browse, and the next step is Upload.
    if (chosen) uploadButton.current?.focus({ preventScroll: true })
  }, [chosen])
  const size = formatBytes(i18n, uploadLimits.fileBytes)
  const rules = multiple ? severalFiles : oneFile
  const accepted = pickerTypes(rules)
  const types = listTypes(rules, i18n)

  const showRefusals = (files: File[]) => {
    const found = files.flatMap((file) => {
      const refusal = refusalOf(file, rules)
      if (refusal === null) return []
      const why = t(`upload.refused.${refusal}`, { name: file.name, size, types })
      return [{ name: file.name, refusal, why }]
    })
    // A file that is chosen again may be right by now.
    setRefused((before) => [
      ...before.filter(({ name }) => !files.some((file) => file.name === name)),
      ...found,
    ])
  }
  const hideRefused = () => {
    setRefused([])
    card.current?.focus({ preventScroll: true })
  }
  const takeFiles = (files: File[]) => {
    const offered = multiple ? files : files.slice(0, 1)
    showRefusals(offered)
    const acceptedFiles = offered.filter((file) => refusalOf(file, rules) === null)
    const [first] = acceptedFiles
    if (!first) return
    if (acceptedFiles.length > uploadLimits.filesPerBatch)
      toast.error(t('upload.tooMany', { count: uploadLimits.filesPerBatch }))
    // One file waits for the Upload button; several, also in a ZIP, start at once (part 2, section 4).
    else if (acceptedFiles.length === 1 && !isArchive(first))
      setChosen({ file: first, notTaken: files.length - offered.length })
    else void send(acceptedFiles)
  }
  const send = async (files: File[]) => {
    const sent = await check(files)
    if (sent.length === 0) return
    setChosen(null)
    start(sent, { writtenInClass })
    // The mark is for this upload alone: it must not be left on by accident.
    setWrittenInClass(false)
  }

  return (
    <div ref={card} className={classes.upload} tabIndex={-1}>
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
            {(owners || chosen) && (
              <Button
                ref={uploadButton}
                variant={chosen ? 'filled' : 'default'}
                disabled={busy}
                onClick={() => (chosen ? void send([chosen.file]) : toast.error(t('upload.none')))}
              >
                {t('upload.send')}
              </Button>
            )}
          </>
        }
      >
        <strong>{multiple ? t('upload.dropMany') : t('upload.dropOne')}</strong>
        <p>
          {t('upload.types', { size, types })} {multiple && t('upload.zip')}
        </p>
        {chosen && (
          <p className={classes.chosen} role="status">
            <span className={classes.fileName}>
              {t('upload.chosen', { name: chosen.file.name, size: formatBytes(i18n, chosen.file.size) })}
            </span>
            <CloseButton
              size="sm"
              disabled={busy}
              aria-label={t('upload.remove', { name: chosen.file.name })}
              onClick={() => setChosen(null)}
            />
          </p>
        )}
        {chosen && chosen.notTaken > 0 && (
          <p role="status">
            {t('upload.onlyFirst', { count: chosen.notTaken })}{' '}
            <Link to="/classes">{t('upload.refused.toClasses')}</Link>
          </p>
        )}
      </DropZone>
      {multiple && (
        <FullScreenDrop
          accept={accepted}
          refusal={t('upload.types', { size, types })}
          active={!busy}
          onFiles={takeFiles}
          onRefused={showRefusals}
        >
          {t('upload.dropAnywhere')}
        </FullScreenDrop>
      )}
      {refused.length > 0 && (
        <div className={classes.refused} role="alert">
          <ul>
            {refused.map(({ name, refusal, why }) => (
              <li key={name}>
                {why} {refusal === 'archive' && <Link to="/classes">{t('upload.refused.toClasses')}</Link>}
              </li>
            ))}
          </ul>
          <CloseButton aria-label={t('upload.refused.hide')} onClick={hideRefused} />
        </div>
      )}
      <WrittenInClassCheckbox checked={writtenInClass} disabled={busy} onChange={setWrittenInClass} />
      <OnceOpened opened={uploads.length > 0}>
        <UploadProgress uploads={uploads} busy={busy} onRetry={retry} onUndo={undo} onClear={clear} />
      </OnceOpened>
      {question}
      {archiveQuestion}
    </div>
  )
}

/**
 * Uploads one document after a click on Upload, and several in sequence as soon as they are chosen. Until the
 * list is hidden they can be taken back.
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
      <p id={`${id}-hint`} className={text.note}>
        {t('writtenInClass.hint')}
      </p>
    </div>
  )
}
