import { CloseButton, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../documents.module.css'
import type { Upload } from './use-uploads.ts'

interface UploadProgressProps {
  uploads: Upload[]
  busy: boolean
  onClear: () => void
}

/** One line per file: its name, progress and result. */
export function UploadProgress({ uploads, busy, onClear }: UploadProgressProps) {
  const { t } = useTranslation('documents')
  if (uploads.length === 0) return null
  return (
    <section className={classes.progress} aria-label={t('upload.progress')}>
      <ul className={classes.progressList}>
        {uploads.map(({ key, name, state, share, detail }) => (
          <li key={key} className={classes.progressItem} data-state={state}>
            <span className={classes.fileName}>{name}</span>
            <Progress
              className={classes.progressBar ?? ''}
              value={share * 100}
              size={4}
              aria-label={name}
              color={state === 'failed' ? 'var(--red)' : 'petrol'}
            />
            <span className={classes.progressState}>{detail ?? t(`upload.state.${state}`, { percent: Math.round(share * 100) })}</span>
          </li>
        ))}
      </ul>
      {!busy && <CloseButton aria-label={t('upload.hideProgress')} onClick={onClear} />}
    </section>
  )
}
