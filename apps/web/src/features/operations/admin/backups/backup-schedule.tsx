import { Button, NativeSelect } from '@mantine/core'
import {
  adminRoutes,
  type BackupList,
  backupFrequencies,
  type BackupSchedule as Schedule,
} from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../lib/call/call.ts'
import { formatNumber, formatTime } from '../../../../lib/format/format.ts'
import { SectionHeader } from '../../../../ui/page-header/page-header.tsx'
import adminClasses from '../admin.module.css'
import classes from './backups.module.css'
import { useBackupAction } from './use-backups.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const offeredCounts = [3, 7, 14, 30, 60]

/** When backups are made automatically, and how many of them are kept. */
export function BackupSchedule({
  list: { schedule: saved, next_scheduled_at, time_zone },
}: {
  list: BackupList
}) {
  const { t, i18n } = useTranslation('admin')
  const [schedule, setSchedule] = useState(saved)
  const save = useBackupAction(
    () => call(adminRoutes.saveBackupSchedule, schedule),
    t('backups.schedule.saved'),
  )
  const { frequency, hour, keep } = schedule
  const change = (changed: Partial<Schedule>) => setSchedule({ ...schedule, ...changed })
  const isSaved = frequency === saved.frequency && hour === saved.hour && keep === saved.keep
  const hourFormat = new Intl.DateTimeFormat(i18n.language, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  const isOff = frequency === 'off'
  return (
    <section aria-label={t('backups.schedule')}>
      <SectionHeader title={t('backups.schedule')} />
      <p className={adminClasses.setting}>{t('backups.schedule.text')}</p>
      <form
        className={classes.schedule}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <NativeSelect
          label={t('backups.schedule.frequency')}
          value={frequency}
          onChange={({ currentTarget }) =>
            change({
              frequency: backupFrequencies.find((offered) => offered === currentTarget.value) ?? 'off',
            })
          }
          data={backupFrequencies.map((offered) => ({
            value: offered,
            label: t(`backups.schedule.${offered}`),
          }))}
        />
        <NativeSelect
          label={t('backups.schedule.hour', { zone: time_zone })}
          disabled={isOff}
          value={String(hour)}
          onChange={({ currentTarget }) => change({ hour: Number(currentTarget.value) })}
          data={hours.map((offered) => ({
            value: String(offered),
            label: hourFormat.format(Date.UTC(2000, 0, 1, offered)),
          }))}
        />
        <NativeSelect
          label={t('backups.schedule.keep')}
          disabled={isOff}
          value={String(keep)}
          onChange={({ currentTarget }) => change({ keep: Number(currentTarget.value) })}
          data={[...new Set([...offeredCounts, saved.keep])]
            .toSorted((a, b) => a - b)
            .map((count) => ({
              value: String(count),
              label: t('backups.schedule.count', { count, shown: formatNumber(i18n, count) }),
            }))}
        />
        <Button type="submit" disabled={isSaved} loading={save.isPending}>
          {t('backups.schedule.save')}
        </Button>
      </form>
      {next_scheduled_at !== null && isSaved && (
        <p className={adminClasses.setting}>
          {t('backups.schedule.next', { time: formatTime(i18n, next_scheduled_at) })}
        </p>
      )}
    </section>
  )
}
