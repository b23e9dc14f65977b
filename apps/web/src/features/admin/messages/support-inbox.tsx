import { NativeSelect } from '@mantine/core'
import { adminRoutes, type SupportMessage } from '@penmark/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { formatTime } from '../../../lib/format/format.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { NarrowRow, TextCell } from '../../../ui/table/line.tsx'
import { ListLoadError, More } from '../admin-list.tsx'
import { adminKeys } from '../use-listing.ts'
import { lastColumns, Open, subjectColumn } from './columns.tsx'
import { MessageDialog } from './message-dialog.tsx'

const pageSize = 50

/** Messages from the support form. */
export function SupportInbox() {
  const { t, i18n } = useTranslation('admin')
  const [state, setState] = useState<'open' | 'closed'>('open')
  const [opened, setOpened] = useState<SupportMessage | null>(null)
  const list = useInfiniteQuery({
    queryKey: [...adminKeys.list('support'), state],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => call(adminRoutes.listSupportMessages, { state, offset, limit: pageSize }, { signal }),
    getNextPageParam: (last, _pages, offset) => (last.length < pageSize ? null : offset + pageSize),
  })
  const columns = useMemo<Column<SupportMessage>[]>(
    () => [
      subjectColumn<SupportMessage>(t),
      {
        id: 'from',
        header: t('column.from'),
        enableSorting: false,
        cell: (row) => <TextCell title={row.email}>{from(row)}</TextCell>,
      },
      ...lastColumns<SupportMessage>(t, i18n, setOpened),
    ],
    [t, i18n],
  )
  return (
    <section aria-label={t('support')}>
      <SectionHeader
        title={t('support')}
        actions={
          <NativeSelect
            aria-label={t('audit.filter')}
            data={[
              { value: 'open', label: t('support.open') },
              { value: 'closed', label: t('support.closed') },
            ]}
            value={state}
            onChange={({ currentTarget }) => setState(currentTarget.value === 'closed' ? 'closed' : 'open')}
          />
        }
      />
      {list.isError && !list.data ? (
        <ListLoadError error={list.error} refetch={list.refetch} />
      ) : (
        <DataTable
          label={t('support')}
          columns={columns}
          rows={list.data?.pages.flat() ?? []}
          rowId={({ id }) => id}
          defaultSort={{ id: 'created_at', desc: true }}
          skeletonRows={list.isPending ? 3 : undefined}
          empty={<EmptyState>{t(state === 'open' ? 'support.none' : 'support.noneClosed')}</EmptyState>}
          narrowRow={(message) => (
            <NarrowRow name={message.subject} about={[from(message), formatTime(i18n, message.created_at)]}>
              <Open subject={message.subject} onOpen={() => setOpened(message)} />
            </NarrowRow>
          )}
        />
      )}
      <More list={list} />
      <MessageDialog message={opened} onClose={() => setOpened(null)} />
    </section>
  )
}

const from = ({ name, email }: SupportMessage) => `${name} <${email}>`
