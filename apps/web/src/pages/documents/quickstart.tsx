import { Button, CloseButton } from '@mantine/core'
import { uploadLimits } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '../../features/accounts/profile/profile.ts'
import { LimitModal } from '../../features/documents/dialogs/dialogs.tsx'
import classes from '../../features/documents/documents.module.css'
import { listTypes, pickerTypes, quickstartFiles, refusalOf } from '../../features/documents/file-rules.ts'
import { WrittenInClassCheckbox } from '../../features/documents/upload/upload-card.tsx'
import { UploadProgress } from '../../features/documents/upload/upload-progress.tsx'
import { useAllowanceCheck } from '../../features/documents/upload/use-allowance-check.tsx'
import { progressOf, useBatch } from '../../features/documents/upload/use-batch-upload.ts'
import { formatBytes } from '../../lib/format/format.ts'
import { DropZone } from '../../ui/drop-zone/drop-zone.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import text from '../../ui/theme/text.module.css'
import { toast } from '../../ui/toast/toast.tsx'

export default function QuickstartPage() {
  const { t } = useTranslation('documents')
  const profile = useProfile().data?.profile
  const [limit, setLimit] = useState<string | null>(null)
  return (
    <>
      <PageHeader title={t('quickstart.title')} lead={t('quickstart.lead')} />
      <Quickstart wordsLeft={profile?.usage?.remaining ?? null} onLimit={setLimit} />
      <LimitModal detail={limit} plan={profile?.plan ?? 'FREE'} onClose={() => setLimit(null)} />
    </>
  )
}

const accepted = pickerTypes(quickstartFiles)
const sameFile = (a: File) => (b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** Collects files, shows them, and sends them all in one call. */
function Quickstart({ wordsLeft, onLimit }: { wordsLeft: number | null; onLimit: (detail: string) => void }) {
  const { t, i18n } = useTranslation('documents')
  const [files, setFiles] = useState<readonly File[]>([])
  const [writtenInClass, setWrittenInClass] = useState(false)
  const { batch, send, choose } = useBatch(onLimit)
  const { check, question } = useAllowanceCheck(wordsLeft)
  const size = formatBytes(i18n, uploadLimits.fileBytes)
  const types = listTypes(quickstartFiles, i18n)
  const choosing = batch.state === 'choosing' || batch.state === 'failed'

  const reportRefused = (offered: readonly File[]) => {
    for (const file of offered) {
      const refusal = refusalOf(file, quickstartFiles)
      if (refusal === 'size') toast.error(t('upload.refused.size', { name: file.name, size }))
      else if (refusal) toast.error(t('quickstart.refused', { name: file.name, types }))
    }
  }
  const addFiles = (offered: readonly File[]) => {
    reportRefused(offered)
    choose()
    const added = offered.filter(
      (file) => refusalOf(file, quickstartFiles) === null && !files.some(sameFile(file)),
    )
    if (files.length + added.length > uploadLimits.filesPerBatch)
      toast.error(t('quickstart.tooMany', { count: uploadLimits.filesPerBatch }))
    else setFiles([...files, ...added])
  }
  const removeFile = (file: File) => {
    choose()
    setFiles(files.filter((other) => other !== file))
  }

  const sendChecked = async () => {
    const sent = await check(files)
    if (sent.length === 0) return
    setFiles(sent)
    await send(sent, writtenInClass)
  }

  return (
    <>
      <DropZone
        accept={accepted}
        multiple
        disabled={!choosing}
        browse={t('upload.browse')}
        onFiles={addFiles}
        onRefused={reportRefused}
      >
        <strong>{t('upload.dropMany')}</strong>
        <p>{t('quickstart.types', { size, types, count: uploadLimits.filesPerBatch })}</p>
      </DropZone>
      {choosing ? (
        <ul className={classes.files} aria-label={t('quickstart.files')}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={classes.file}>
              <span className={classes.fileName}>{file.name}</span>
              <span className={text.note}>{formatBytes(i18n, file.size)}</span>
              <CloseButton
                aria-label={t('upload.remove', { name: file.name })}
                onClick={() => removeFile(file)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <div className={classes.files}>
          <UploadProgress uploads={progressOf(files, batch)} busy onClear={choose} />
        </div>
      )}
      <WrittenInClassCheckbox checked={writtenInClass} disabled={!choosing} onChange={setWrittenInClass} />
      <div className={classes.send}>
        <Button
          onClick={() => void sendChecked()}
          disabled={files.length === 0 || batch.state === 'sent'}
          loading={batch.state === 'sending'}
        >
          {t('upload.send')}
        </Button>
        <span className={text.note}>
          {files.length === 0 ? t('quickstart.none') : t('quickstart.chosen', { count: files.length })}
        </span>
      </div>
      {question}
      <div role="status">
        {batch.state === 'sent' && (
          <Notice tone="info">{t('quickstart.sent', { count: batch.count })}</Notice>
        )}
      </div>
      {batch.state === 'failed' && (
        <Notice tone="error">{t('quickstart.failed', { message: batch.message })}</Notice>
      )}
    </>
  )
}
