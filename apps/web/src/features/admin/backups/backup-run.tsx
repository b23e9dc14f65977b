import { Progress } from '@mantine/core'
import type { BackupList, BackupRun as Run } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatTime } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import classes from './backups.module.css'
import { isUnderway } from './use-backups.ts'

/** How far the backup is that is being made or verified; or why the last one could not be made. */
export function BackupRun({ run, backups }: Pick<BackupList, 'backups'> & { run: Run }) {
  const { t, i18n } = useTranslation('admin')
  const { kind, made_by, state, step, done_bytes, total_bytes, created_at, status_reason } = run
  if (!isUnderway(run)) {
    // A failed scheduled backup is shown until another succeeds.
    if (state !== 'failed' || kind !== 'make' || made_by === 'schedule') return null
    return <Notice tone="error">{t('backups.lastFailed', { time: formatTime(i18n, created_at), reason: status_reason ?? '' })}</Notice>
  }
  const verified = backups.find(({ id }) => id === run.backup_id)
  const title =
    kind === 'make' ? t('backups.run.make') : t('backups.run.verify', { time: formatTime(i18n, verified?.made_at ?? created_at) })
  const hasNoMeasure = step === 'database'
  const share = total_bytes === 0 ? 0 : (done_bytes / total_bytes) * 100
  return (
    <section className={classes.run} aria-label={title}>
      <p>{title}</p>
      <Progress value={hasNoMeasure ? 100 : share} animated={hasNoMeasure} aria-label={t('backups.progress')} size="sm" />
      <p className={classes.step} role="status">
        {step === null
          ? t('backups.step.waiting')
          : t(`backups.step.${step}`, { done: formatBytes(i18n, done_bytes), total: formatBytes(i18n, total_bytes) })}
      </p>
    </section>
  )
}
