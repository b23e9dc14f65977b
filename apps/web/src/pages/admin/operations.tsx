import { Skeleton } from '@mantine/core'
import { adminRoutes, type PaymentEvent } from '@penmark/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../features/operations/admin/admin.module.css'
import { adminKeys, ListLoadError, LoadMore } from '../../features/operations/admin/admin-list.tsx'
import { ReferenceLookUps } from '../../features/operations/admin/installation.tsx'
import { HeldSweep } from '../../features/operations/admin/operations/held-sweep.tsx'
import { Limits } from '../../features/operations/admin/operations/limits.tsx'
import { DetectorModels } from '../../features/operations/admin/operations/models.tsx'
import { FailedJobs, QueueHealth } from '../../features/operations/admin/operations/queue.tsx'
import { call } from '../../lib/call/call.ts'
import { formatBytes, formatNumber, formatTime } from '../../lib/format/format.ts'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import cells from '../../ui/table/cells.module.css'
import { NarrowRow, TextCell } from '../../ui/table/cells.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Tile, TileRow } from '../../ui/tiles/tiles.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminOperationsPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('card.operations')} lead={t('operations.lead')}>
      <div className={classes.sections}>
        <QueueHealth />
        <FailedJobs />
        <StorageUse />
        <DetectorModels />
        <ReferenceLookUps />
        <PaymentEvents />
        <Limits />
      </div>
    </AdminOnly>
  )
}

/** Below this share of free space the disk, or the installation's quota, is nearly full. */
const lowSpaceShare = 0.1

/** How much space the installation uses. */
function StorageUse() {
  const { t, i18n } = useTranslation('admin')
  const use = useQuery({
    queryKey: adminKeys.list('storage'),
    queryFn: ({ signal }) => call(adminRoutes.readStorage, {}, { signal }),
  })
  const { data } = use
  const bytes = (value: number | undefined) =>
    value === undefined ? <Skeleton width={72} height={28} mt={4} /> : formatBytes(i18n, value)
  const files = (count: number) => t('storage.files.count', { count, shown: formatNumber(i18n, count) })
  const disk = data?.disk
  return (
    <section aria-label={t('storage')}>
      <SectionHeader title={t('storage')} />
      {data?.sweep && <HeldSweep sweep={data.sweep} />}
      {use.isError && !data ? (
        <ListLoadError error={use.error} refetch={use.refetch} />
      ) : (
        <>
          <TileRow loading={use.isPending}>
            <Tile label={t('storage.database')} note={data && t(`storage.kind.${data.database.kind}`)}>
              {bytes(data?.database.bytes)}
            </Tile>
            <Tile label={t('storage.files')} note={data && files(data.files.count)}>
              {bytes(data?.files.bytes)}
            </Tile>
            <Tile
              label={t('storage.quota')}
              note={data && t('storage.quota.of', { limit: formatBytes(i18n, data.quota.limit_bytes) })}
              warns={
                data
                  ? data.quota.limit_bytes - data.quota.used_bytes < data.quota.limit_bytes * lowSpaceShare
                  : false
              }
            >
              {bytes(data?.quota.used_bytes)}
            </Tile>
            <Tile label={t('storage.exports')} note={data && files(data.exports.count)}>
              {bytes(data?.exports.bytes)}
            </Tile>
            <Tile
              label={t('storage.disk')}
              note={
                disk === null
                  ? t('storage.disk.unknown')
                  : disk && t('storage.disk.of', { total: formatBytes(i18n, disk.total_bytes) })
              }
              warns={disk ? disk.free_bytes < disk.total_bytes * lowSpaceShare : false}
            >
              {disk === null ? '–' : bytes(disk?.free_bytes)}
            </Tile>
          </TileRow>
          {data && (
            <p className={cells.muted}>
              {t('storage.tables')}{' '}
              {data.database.tables
                .map(({ name, bytes: size }) => `${name} ${formatBytes(i18n, size)}`)
                .join(' · ')}
            </p>
          )}
        </>
      )}
    </section>
  )
}

const eventsPerPage = 20

/** What the payment provider sent, newest first. */
function PaymentEvents() {
  const { t, i18n } = useTranslation('admin')
  const list = useInfiniteQuery({
    queryKey: adminKeys.list('payment-events'),
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      call(adminRoutes.listPaymentEvents, { offset, limit: eventsPerPage }, { signal }),
    getNextPageParam: (last, _pages, offset) => (last.length < eventsPerPage ? null : offset + eventsPerPage),
  })
  const columns = useMemo<Column<PaymentEvent>[]>(
    () => [
      {
        id: 'received_at',
        header: t('column.time'),
        enableSorting: false,
        cell: (row) => <TextCell>{formatTime(i18n, row.received_at)}</TextCell>,
        meta: { width: '11rem' },
      },
      {
        id: 'provider',
        header: t('column.provider'),
        enableSorting: false,
        cell: (row) => row.provider,
        meta: { width: '8rem' },
      },
      {
        id: 'type',
        header: t('column.event'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.type}</TextCell>,
      },
      {
        id: 'id',
        header: t('column.id'),
        enableSorting: false,
        cell: (row) => (
          <span className={classes.code}>
            <TextCell>{row.id}</TextCell>
          </span>
        ),
      },
    ],
    [t, i18n],
  )
  return (
    <section aria-label={t('payments')}>
      <SectionHeader title={t('payments')} />
      {list.isError && !list.data ? (
        <ListLoadError error={list.error} refetch={list.refetch} />
      ) : (
        <DataTable
          label={t('payments')}
          columns={columns}
          rows={list.data?.pages.flat() ?? []}
          rowId={({ provider, id }) => `${provider} ${id}`}
          defaultSort={{ id: 'received_at', desc: true }}
          skeletonRows={list.isPending ? 3 : undefined}
          empty={<p className={cells.muted}>{t('payments.none')}</p>}
          narrowRow={({ type, received_at, provider }) => (
            <NarrowRow name={type} about={[formatTime(i18n, received_at), provider]} />
          )}
        />
      )}
      <LoadMore list={list} />
    </section>
  )
}
