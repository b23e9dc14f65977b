import { Button, CloseButton, Progress } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import classes from '../documents.module.css'
import type { Upload } from './use-uploads.ts'

interface UploadProgressProps {
  uploads: Upload[]
  busy: boolean
  /** Sends a file again that failed or was not sent. */
  onRetry?: (key: number) => void
  onUndo?: () => Promise<void>
  onClear: () => void
}

const isUnsent = ({ state }: Upload) => state === 'failed' || state === 'stopped'

/**
 * One line for everything that is sent together, with Undo for all of it. A single file is named, and so is
 * each that was not sent.
 */
export function UploadProgress({ uploads, busy, onRetry, onUndo, onClear }: UploadProgressProps) {
  const { t } = useTranslation('documents')
  const [undoing, setUndoing] = useState(false)
  const undo = useCallback(async () => {
    setUndoing(true)
    await onUndo?.()
    setUndoing(false)
  }, [onUndo])
  if (uploads.length === 0) return null
  const listed = uploads.length === 1 ? uploads : uploads.filter(isUnsent)
  return (
    <section className={classes.progress} aria-label={t('upload.progress')}>
      <ul className={classes.progressList}>
        {uploads.length > 1 && <Together uploads={uploads} busy={busy} />}
        {listed.map(({ key, name, state, share, detail }) => (
          <li key={key} className={classes.progressItem} data-state={state}>
            <span className={classes.fileName}>{name}</span>
            <Progress
              value={share * 100}
              size={4}
              aria-label={name}
              color={state === 'failed' ? 'var(--red)' : 'petrol'}
            />
            <span className={classes.progressState}>
              {detail ?? t(`upload.state.${state}`, { percent: Math.round(share * 100) })}
              {onRetry && !busy && (state === 'failed' || state === 'stopped') && (
                <Button
                  size="compact-sm"
                  variant="light"
                  onClick={() => onRetry(key)}
                  aria-label={t('upload.retry.label', { name })}
                >
                  {t('upload.retry')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {onUndo && uploads.some((upload) => !isUnsent(upload)) && (
        <Button size="compact-sm" variant="default" loading={undoing} onClick={() => void undo()}>
          {t('upload.undo')}
        </Button>
      )}
      {!busy && <CloseButton aria-label={t('upload.hideProgress')} onClick={onClear} />}
    </section>
  )
}

/** How far all of them are: the file that is being sent, and in the end how many were. */
function Together({ uploads, busy }: Pick<UploadProgressProps, 'uploads' | 'busy'>) {
  const { t, i18n } = useTranslation('documents')
  const sent = uploads.filter(({ state }) => state === 'sent').length
  const ended = uploads.filter((upload) => upload.state === 'sent' || isUnsent(upload)).length
  const isSending = busy && ended < uploads.length
  const line = t(isSending ? 'upload.together' : 'upload.togetherDone', {
    shown: formatNumber(i18n, isSending ? ended + 1 : sent),
    total: formatNumber(i18n, uploads.length),
  })
  const share = uploads.reduce((sum, upload) => sum + upload.share, 0) / uploads.length
  return (
    <li className={classes.progressItem}>
      <span>{line}</span>
      <Progress value={share * 100} size={4} aria-label={line} color="petrol" />
    </li>
  )
}
