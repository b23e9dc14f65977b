import { Button, Progress } from '@mantine/core'
import { adminRoutes, type Backup, type BackupList, type BackupRun as Run } from '@penmark/contract'
import type { i18n as I18n } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../lib/call/call.ts'
import { formatBytes, formatNumber, formatTime } from '../../../../lib/format/format.ts'
import { Badge, type Tone } from '../../../../ui/badge/badge.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../../ui/page-header/page-header.tsx'
import cells from '../../../../ui/table/cells.module.css'
import { NarrowRow } from '../../../../ui/table/cells.tsx'
import type { Column } from '../../../../ui/table/columns.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import adminClasses from '../admin.module.css'
import { ListLoadError } from '../admin-list.tsx'
import { BackupSchedule } from './backup-schedule.tsx'
import classes from './backups.module.css'
import { isUnderway, useBackupAction, useBackups } from './use-backups.ts'

/** The backups of this installation, and the one underway. */
export function Backups() {
  const { t, i18n } = useTranslation('admin')
  const list = useBackups()
  const [deleting, setDeleting] = useState<Backup | null>(null)
  const { data } = list
  const isBusy = isUnderway(data?.run)
  const columns = useMemo<Column<Backup>[]>(
    () => [
      {
        id: 'made_at',
        header: t('backups.column.made'),
        enableSorting: false,
        cell: (row) => formatTime(i18n, row.made_at),
      },
      {
        id: 'made_by',
        header: t('backups.column.by'),
        enableSorting: false,
        cell: (row) => t(`backups.by.${row.made_by}`),
      },
      {
        id: 'size',
        header: t('backups.column.size'),
        enableSorting: false,
        cell: (row) => <Size backup={row} />,
        meta: { align: 'end', width: '8rem' },
      },
      {
        id: 'check',
        header: t('backups.column.check'),
        enableSorting: false,
        cell: (row) => <Check backup={row} />,
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <Actions backup={row} isBusy={isBusy} onDelete={setDeleting} />,
        meta: { align: 'end', width: '18rem', label: t('column.actions') },
      },
    ],
    [t, i18n, isBusy],
  )
  if (list.isError && !data) return <ListLoadError error={list.error} refetch={list.refetch} />
  return (
    <>
      {data && <Notices list={data} />}
      {data?.run && <BackupRun run={data.run} backups={data.backups} />}
      <section aria-label={t('backups.list')}>
        <SectionHeader title={t('backups.list')} />
        <DataTable
          label={t('backups.list')}
          columns={columns}
          rows={data?.backups ?? []}
          rowId={({ id }) => id}
          defaultSort={{ id: 'made_at', desc: true }}
          skeletonRows={list.isPending ? 3 : undefined}
          empty={<p className={cells.muted}>{t('backups.none')}</p>}
          narrowBelow={75}
          narrowRow={(row) => (
            <NarrowRow
              name={formatTime(i18n, row.made_at)}
              about={[
                t(`backups.by.${row.made_by}`),
                formatBytes(i18n, row.size_bytes),
                checkOf(row, t, i18n).text,
              ]}
            >
              <Actions backup={row} isBusy={isBusy} onDelete={setDeleting} />
            </NarrowRow>
          )}
        />
        {data && <Rehearsal rehearsal={data.rehearsal} />}
        {data && <BackupFolder list={data} />}
      </section>
      {data && <BackupSchedule key={JSON.stringify(data.schedule)} list={data} />}
      <DeleteBackup backup={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

/** What prevents a backup, and what the existing ones do not protect against. */
function Notices({ list }: { list: BackupList }) {
  const { t, i18n } = useTranslation('admin')
  const {
    obstacle,
    failed_schedule,
    rehearsal,
    folder,
    needed_bytes,
    free_bytes,
    shares_disk,
    leaves_out_files,
  } = list
  const figures = {
    folder,
    needed: formatBytes(i18n, needed_bytes),
    free: formatBytes(i18n, free_bytes ?? 0),
  }
  return (
    <div className={classes.notices}>
      {obstacle && <Notice tone="error">{t(`backups.obstacle.${obstacle}`, figures)}</Notice>}
      {failed_schedule && (
        <Notice tone="error">
          {t('backups.schedule.lastFailed', {
            time: formatTime(i18n, failed_schedule.created_at),
            reason: failed_schedule.status_reason ?? '',
          })}
        </Notice>
      )}
      {rehearsal && rehearsal.status_reason !== null && (
        <Notice tone="error">
          {t('backups.rehearsal.failed', {
            time: formatTime(i18n, rehearsal.rehearsed_at),
            reason: rehearsal.status_reason,
          })}
        </Notice>
      )}
      {leaves_out_files && <Notice tone="warning">{t('backups.leavesOutFiles')}</Notice>}
      {shares_disk && <Notice tone="info">{t('backups.sharesDisk')}</Notice>}
    </div>
  )
}

/** When a backup was last restored beside the running installation, and what was there. */
function Rehearsal({ rehearsal }: Pick<BackupList, 'rehearsal'>) {
  const { t, i18n } = useTranslation('admin')
  if (rehearsal === null || rehearsal.status_reason !== null) return null
  const { documents, rehearsed_at } = rehearsal
  const figures = {
    count: documents,
    shown: formatNumber(i18n, documents),
    time: formatTime(i18n, rehearsed_at),
  }
  return <p className={adminClasses.setting}>{t('backups.rehearsal.whole', figures)}</p>
}

/** Where backups are kept, and the space that the next one needs. */
function BackupFolder({ list: { folder, needed_bytes, free_bytes } }: { list: BackupList }) {
  const { t, i18n } = useTranslation('admin')
  const needed = formatBytes(i18n, needed_bytes)
  return (
    <p className={adminClasses.setting}>
      {free_bytes === null
        ? t('backups.kept.unknown', { folder, needed })
        : t('backups.kept', { folder, needed, free: formatBytes(i18n, free_bytes) })}
    </p>
  )
}

function Size({ backup: { size_bytes, files } }: { backup: Backup }) {
  const { t, i18n } = useTranslation('admin')
  return (
    <span title={t('backups.files', { count: files, shown: formatNumber(i18n, files) })}>
      {formatBytes(i18n, size_bytes)}
    </span>
  )
}

type Translate = ReturnType<typeof useTranslation<'admin'>>['t']

function checkOf({ verification }: Backup, t: Translate, i18n: I18n): { tone: Tone; text: string } {
  if (verification === null) return { tone: 'neutral', text: t('backups.unverified') }
  if (verification.status_reason !== null) return { tone: 'error', text: verification.status_reason }
  return {
    tone: 'success',
    text: t('backups.verified', { time: formatTime(i18n, verification.verified_at) }),
  }
}

function Check({ backup }: { backup: Backup }) {
  const { t, i18n } = useTranslation('admin')
  const { tone, text } = checkOf(backup, t, i18n)
  return <Badge tone={tone}>{text}</Badge>
}

interface ActionsProps {
  backup: Backup
  /** Only one backup is made or verified at a time. */
  isBusy: boolean
  onDelete: (backup: Backup) => void
}

function Actions({ backup, isBusy, onDelete }: ActionsProps) {
  const { t, i18n } = useTranslation('admin')
  const { id } = backup
  const time = formatTime(i18n, backup.made_at)
  const verify = useBackupAction(() => call(adminRoutes.verifyBackup, { id }))
  const download = useBackupAction(async () => {
    const { url } = await call(adminRoutes.createBackupLink, { id })
    // The browser's own download resumes after an interruption, and keeps nothing in the page's memory.
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  })
  const buttonStyle = { size: 'compact-sm', variant: 'subtle' } as const
  return (
    <span className={classes.actions}>
      <Button
        {...buttonStyle}
        aria-label={t('backups.download.label', { time })}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('backups.download')}
      </Button>
      <Button
        {...buttonStyle}
        aria-label={t('backups.verify.label', { time })}
        disabled={isBusy}
        loading={verify.isPending}
        onClick={() => verify.mutate()}
      >
        {t('backups.verify')}
      </Button>
      <Button
        {...buttonStyle}
        aria-label={t('backups.delete.label', { time })}
        onClick={() => onDelete(backup)}
      >
        {t('backups.delete')}
      </Button>
    </span>
  )
}

function DeleteBackup({ backup, onClose }: { backup: Backup | null; onClose: () => void }) {
  const { t, i18n } = useTranslation('admin')
  const remove = useBackupAction(
    (id: string) => call(adminRoutes.deleteBackup, { id }).finally(onClose),
    t('backups.deleted'),
  )
  return (
    <ConfirmDialog
      opened={backup !== null}
      title={t('backups.delete.title', { time: backup === null ? '' : formatTime(i18n, backup.made_at) })}
      confirm={t('backups.delete')}
      destructive
      busy={remove.isPending}
      onConfirm={() => backup && remove.mutate(backup.id)}
      onClose={onClose}
    >
      <p>{t('backups.delete.text')}</p>
    </ConfirmDialog>
  )
}

/** The progress of the backup being made or verified, or why the last one failed. */
function BackupRun({ run, backups }: Pick<BackupList, 'backups'> & { run: Run }) {
  const { t, i18n } = useTranslation('admin')
  const { kind, made_by, state, step, done_bytes, total_bytes, created_at, status_reason } = run
  if (!isUnderway(run)) {
    // A failed scheduled backup is shown until another succeeds.
    if (state !== 'failed' || kind !== 'make' || made_by === 'schedule') return null
    return (
      <Notice tone="error">
        {t('backups.lastFailed', { time: formatTime(i18n, created_at), reason: status_reason ?? '' })}
      </Notice>
    )
  }
  const verified = backups.find(({ id }) => id === run.backup_id)
  const title =
    kind === 'make'
      ? t('backups.run.make')
      : t('backups.run.verify', { time: formatTime(i18n, verified?.made_at ?? created_at) })
  const isIndeterminate = step === 'database'
  const share = total_bytes === 0 ? 0 : (done_bytes / total_bytes) * 100
  return (
    <section className={classes.run} aria-label={title}>
      <p>{title}</p>
      <Progress
        value={isIndeterminate ? 100 : share}
        animated={isIndeterminate}
        aria-label={t('backups.progress')}
        size="sm"
      />
      <p className={classes.step} role="status">
        {step === null
          ? t('backups.step.waiting')
          : t(`backups.step.${step}`, {
              done: formatBytes(i18n, done_bytes),
              total: formatBytes(i18n, total_bytes),
            })}
      </p>
    </section>
  )
}
