import { adminRoutes, type PaymentEvent } from '@penmark/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { formatTime } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { NarrowRow, TextCell } from '../../../ui/table/line.tsx'
import classes from '../admin.module.css'
import { ListLoadError, More } from '../admin-list.tsx'
import { adminKeys } from '../use-listing.ts'

const pageSize = 20

/** What the payment provider sent, newest first. */
export function PaymentEvents() {
  const { t, i18n } = useTranslation('admin')
  const list = useInfiniteQuery({
    queryKey: adminKeys.list('payment-events'),
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => call(adminRoutes.listPaymentEvents, { offset, limit: pageSize }, { signal }),
    getNextPageParam: (last, _pages, offset) => (last.length < pageSize ? null : offset + pageSize),
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
      { id: 'type', header: t('column.event'), enableSorting: false, cell: (row) => <TextCell>{row.type}</TextCell> },
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
          empty={<p className={classes.soft}>{t('payments.none')}</p>}
          narrowRow={({ type, received_at, provider }) => <NarrowRow name={type} about={[formatTime(i18n, received_at), provider]} />}
        />
      )}
      <More list={list} />
    </section>
  )
}
