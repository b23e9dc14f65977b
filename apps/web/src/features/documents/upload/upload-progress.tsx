import { Button, CloseButton, Progress } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
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

/** One line per file: its name, progress and result, with Undo for all of them. */
export function UploadProgress({ uploads, busy, onRetry, onUndo, onClear }: UploadProgressProps) {
  const { t } = useTranslation('documents')
  const [undoing, setUndoing] = useState(false)
  const undo = useCallback(async () => {
    setUndoing(true)
    await onUndo?.()
    setUndoing(false)
  }, [onUndo])
  if (uploads.length === 0) return null
  return (
    <section className={classes.progress} aria-label={t('upload.progress')}>
      <ul className={classes.progressList}>
        {uploads.map(({ key, name, state, share, detail }) => (
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
      {onUndo && uploads.some(({ state }) => state !== 'failed' && state !== 'stopped') && (
        <Button size="compact-sm" variant="default" loading={undoing} onClick={() => void undo()}>
          {t('upload.undo')}
        </Button>
      )}
      {!busy && <CloseButton aria-label={t('upload.hideProgress')} onClick={onClear} />}
    </section>
  )
}
