import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './class-groups.module.css'
import type { Export } from './use-export.ts'

/** How far an export has come, and a way to stop it. */
export function ExportProgress({ running, onStop }: { running: Export | null; onStop: () => void }) {
  const { t } = useTranslation('classes')
  if (running === null) return null
  const { kind, done, total } = running
  return (
    <Notice
      tone="info"
      action={
        <Button size="compact-sm" variant="default" onClick={onStop}>
          {t('export.stop')}
        </Button>
      }
    >
      <div className={classes.exporting}>
        {kind === 'zip' ? t('export.reports', { done, total }) : t('export.making')}
        {kind === 'zip' && <Progress value={total === 0 ? 0 : (done / total) * 100} size={4} aria-label={t('export.progress')} />}
      </div>
    </Notice>
  )
}
