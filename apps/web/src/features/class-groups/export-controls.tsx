import { Button, Progress } from '@mantine/core'
import { IconDownload, IconFileText, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DropMenu } from '../../ui/menu/drop-menu.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './class-groups.module.css'
import type { Export } from './use-export.ts'

interface ExportMenuProps {
  busy: boolean
  onTable: () => void
  onReports: () => void
}

/** Exports of a class. */
export function ExportMenu({ busy, onTable, onReports }: ExportMenuProps) {
  const { t } = useTranslation('classes')
  return (
    <DropMenu
      trigger={
        <Button variant="default" disabled={busy} leftSection={<IconDownload size={16} aria-hidden="true" />}>
          {t('export')}
        </Button>
      }
      entries={[
        { key: 'table', words: t('export.csv'), onChoose: onTable, icon: <IconFileText size={16} aria-hidden="true" /> },
        { key: 'reports', words: t('export.zip'), onChoose: onReports, icon: <IconPrinter size={16} aria-hidden="true" /> },
      ]}
    />
  )
}

/** The progress of an export, with a button to stop it. */
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
