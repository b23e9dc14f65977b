import { adminRoutes, type InstallationLimit } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import type { i18n as I18n } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../lib/call/call.ts'
import { formatBytes, formatNumber } from '../../../../lib/format/format.ts'
import { SectionHeader } from '../../../../ui/page-header/page-header.tsx'
import cells from '../../../../ui/table/cells.module.css'
import { NarrowRow, TextCell } from '../../../../ui/table/cells.tsx'
import type { Column } from '../../../../ui/table/columns.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import classes from '../admin.module.css'
import { adminKeys, ListLoadError } from '../admin-list.tsx'

const isChangeable = ({ setting }: InstallationLimit) => setting !== null

type Translate = ReturnType<typeof useTranslation<'admin'>>['t']

/**
 * The limits that a setting changes, with their current values; those that none does are folded. Every one of
 * them may be what a message to a teacher named.
 */
export function Limits() {
  const { t, i18n } = useTranslation('admin')
  const limits = useQuery({
    queryKey: adminKeys.list('limits'),
    queryFn: ({ signal }) => call(adminRoutes.readLimits, {}, { signal }),
  })
  const all = limits.data ?? []
  const [changeable, fixed] = [all.filter(isChangeable), all.filter((row) => !isChangeable(row))]
  return (
    <section aria-label={t('limits')}>
      <SectionHeader title={t('limits')} />
      {limits.isError && !limits.data ? (
        <ListLoadError error={limits.error} refetch={limits.refetch} />
      ) : (
        <>
          <p className={cells.muted}>{t('limits.lead')}</p>
          <LimitTable label={t('limits')} rows={changeable} isPending={limits.isPending} />
          {fixed.length > 0 && (
            <details className={classes.folded}>
              <summary>
                {t('limits.fixed', { count: fixed.length, shown: formatNumber(i18n, fixed.length) })}
              </summary>
              <LimitTable label={t('limits.fixed.label')} rows={fixed} isPending={false} />
            </details>
          )}
        </>
      )}
    </section>
  )
}

interface LimitTableProps {
  label: string
  rows: InstallationLimit[]
  isPending: boolean
}

function LimitTable({ label, rows, isPending }: LimitTableProps) {
  const { t, i18n } = useTranslation('admin')
  const columns = useMemo<Column<InstallationLimit>[]>(
    () => [
      {
        id: 'area',
        header: t('limits.area'),
        enableSorting: false,
        cell: (row) => <TextCell>{t(`limits.area.${row.area}`)}</TextCell>,
        meta: { width: '14rem' },
      },
      {
        id: 'code',
        header: t('limits.limit'),
        enableSorting: false,
        cell: (row) => <TextCell>{t(`limits.${row.code}`)}</TextCell>,
      },
      {
        id: 'value',
        header: t('limits.value'),
        enableSorting: false,
        cell: (row) => formatLimit(row, t, i18n),
        meta: { width: '11rem', align: 'end' },
      },
      ...(rows.some(isChangeable)
        ? [
            {
              id: 'setting',
              header: t('limits.setting'),
              enableSorting: false,
              cell: (row: InstallationLimit) => <span className={classes.code}>{row.setting}</span>,
              meta: { width: '13rem' },
            },
          ]
        : []),
    ],
    [t, i18n, rows],
  )
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ code }) => code}
      defaultSort={{ id: 'area', desc: false }}
      skeletonRows={isPending ? 3 : undefined}
      empty={null}
      narrowBelow={64}
      narrowRow={(row) => (
        <NarrowRow
          name={t(`limits.${row.code}`)}
          about={[t(`limits.area.${row.area}`), formatLimit(row, t, i18n), row.setting]}
        />
      )}
    />
  )
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

function formatLimit({ value, unit, per_seconds }: InstallationLimit, t: Translate, i18n: I18n): string {
  if (value === null) return t('limits.unlimited')
  if (unit === 'bytes') return formatBytes(i18n, value)
  const shown = formatNumber(i18n, value)
  if (unit === 'days') return t('limits.days', { count: value, shown })
  if (unit === 'minutes') return t('limits.minutes', { count: value, shown })
  if (per_seconds === null) return shown
  if (per_seconds === day) return t('limits.perDay', { shown })
  if (per_seconds === hour) return t('limits.perHour', { shown })
  if (per_seconds === minute) return t('limits.perMinute', { shown })
  return t('limits.perMinutes', { shown, minutes: formatNumber(i18n, per_seconds / minute) })
}
