import { type PaymentEvent, routes } from '@penmark/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ColumnDef } from '@tanstack/react-table'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { showTime } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/section-header.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Line, Narrow } from '../../../ui/table/line.tsx'
import classes from '../admin.module.css'
import { ListTrouble } from '../list-trouble.tsx'
import { More } from '../more.tsx'
import { adminKeys } from '../use-listing.ts'

const pageSize = 20

/** What the payment provider sent, newest first. */
export function PaymentEvents() {
  const { t, i18n } = useTranslation('admin')
  const list = useInfiniteQuery({
    queryKey: adminKeys.list('payment-events'),
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => call(routes.listPaymentEvents, { offset, limit: pageSize }, { signal }),
    getNextPageParam: (last, _pages, offset) => (last.length < pageSize ? null : offset + pageSize),
  })
  const columns = useMemo<ColumnDef<PaymentEvent>[]>(
    () => [
      {
        id: 'received_at',
        header: t('column.time'),
        enableSorting: false,
        cell: ({ row }) => <Line>{showTime(i18n, row.original.received_at)}</Line>,
        meta: { width: '11rem' },
      },
      {
        id: 'provider',
        header: t('column.provider'),
        enableSorting: false,
        cell: ({ row }) => row.original.provider,
        meta: { width: '8rem' },
      },
      { id: 'type', header: t('column.event'), enableSorting: false, cell: ({ row }) => <Line>{row.original.type}</Line> },
      {
        id: 'id',
        header: t('column.id'),
        enableSorting: false,
        cell: ({ row }) => (
          <span className={classes.code}>
            <Line>{row.original.id}</Line>
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
        <ListTrouble error={list.error} refetch={list.refetch} />
      ) : (
        <DataTable
          label={t('payments')}
          columns={columns}
          rows={list.data?.pages.flat() ?? []}
          rowId={({ provider, id }) => `${provider} ${id}`}
          defaultSort={{ id: 'received_at', desc: true }}
          skeletonRows={list.isPending ? 3 : undefined}
          empty={<p className={classes.soft}>{t('payments.none')}</p>}
          narrowRow={({ type, received_at, provider }) => <Narrow name={type} about={[showTime(i18n, received_at), provider]} />}
        />
      )}
      <More list={list} />
    </section>
  )
}
