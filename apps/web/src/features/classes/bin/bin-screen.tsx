import { Button } from '@mantine/core'
import { type BinItem, binKeepDays } from '@penmark/contract'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatDate, formatTime } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { PageHeader } from '../../../ui/page-header/page-header.tsx'
import { EmptyState, LoadError } from '../../../ui/page-state/page-state.tsx'
import { NarrowRow, TextCell } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import { useRestore } from '../../../ui/toast/use-restore.ts'
import classes from './bin-screen.module.css'
import { useBin, useErase } from './queries.ts'

/** What was deleted, with the ways back and out. */
export function BinScreen() {
  const { t, i18n } = useTranslation('bin')
  const list = useBin()
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  const [erasing, setErasing] = useState<BinItem | null>(null)
  const actions = useCallback((item: BinItem) => <Actions item={item} onErase={setErasing} />, [])
  const columns = useMemo<Column<BinItem>[]>(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        enableSorting: false,
        cell: ({ name }) => <TextCell title={name}>{name}</TextCell>,
      },
      {
        id: 'kind',
        header: t('column.kind'),
        enableSorting: false,
        cell: ({ kind }) => <TextCell>{t(`kind.${kind}`)}</TextCell>,
        meta: { width: '10rem' },
      },
      {
        id: 'deleted_at',
        header: t('column.deleted'),
        enableSorting: false,
        cell: ({ deleted_at }) => <TextCell>{formatTime(i18n, deleted_at)}</TextCell>,
        meta: { width: '13rem' },
      },
      {
        id: 'erased_at',
        header: t('column.erased'),
        enableSorting: false,
        cell: ({ erased_at }) => <TextCell>{formatDate(i18n, erased_at)}</TextCell>,
        meta: { width: '9rem' },
      },
      {
        id: 'actions',
        header: t('column.actions'),
        enableSorting: false,
        cell: actions,
        meta: { width: '17rem' },
      },
    ],
    [t, i18n, actions],
  )
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead', { days: binKeepDays })} />
      {list.isError && !list.data ? (
        <LoadError onRetry={() => void list.refetch()}>
          {t('failed', { detail: detailOf(list.error) })}
        </LoadError>
      ) : (
        <DataTable
          label={t('title')}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          defaultSort={{ id: 'deleted_at', desc: true }}
          skeletonRows={list.isPending ? 4 : undefined}
          moreRows={
            list.hasNextPage
              ? {
                  total: list.data?.pages[0]?.total ?? null,
                  onNearEnd: () => void (list.isFetching || list.fetchNextPage()),
                }
              : undefined
          }
          empty={<EmptyState>{t('empty')}</EmptyState>}
          narrowRow={(item) => (
            <NarrowRow
              name={item.name}
              about={[t(`kind.${item.kind}`), t('erasedOn', { date: formatDate(i18n, item.erased_at) })]}
            >
              {actions(item)}
            </NarrowRow>
          )}
        />
      )}
      <ConfirmErase item={erasing} onClose={() => setErasing(null)} />
    </>
  )
}

function Actions({ item, onErase }: { item: BinItem; onErase: (item: BinItem) => void }) {
  const { t } = useTranslation('bin')
  const restore = useRestore()
  const [isBusy, setBusy] = useState(false)
  return (
    <span className={classes.actions}>
      <Button
        size="compact-sm"
        variant="light"
        disabled={isBusy}
        aria-label={t('restore.label', { name: item.name })}
        onClick={() => {
          setBusy(true)
          void restore([item.id]).finally(() => setBusy(false))
        }}
      >
        {t('restore')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        disabled={isBusy}
        aria-label={t('erase.label', { name: item.name })}
        onClick={() => onErase(item)}
      >
        {t('erase')}
      </Button>
    </span>
  )
}

/** Asks before something is erased for good. */
function ConfirmErase({ item, onClose }: { item: BinItem | null; onClose: () => void }) {
  const { t } = useTranslation('bin')
  const erase = useErase()
  return (
    <ConfirmDialog
      opened={item !== null}
      title={t('erase.title')}
      confirm={t('erase')}
      destructive
      busy={erase.isPending}
      onConfirm={() =>
        item &&
        erase.mutate(item, {
          onSuccess: () => toast.success(t('erase.done')),
          onError: (error) => toast.error(t('erase.failed', { detail: detailOf(error) })),
          onSettled: onClose,
        })
      }
      onClose={onClose}
    >
      <p>
        <strong>{item?.name}</strong>
      </p>
      <p>{item && t(`erase.text.${item.kind}`)}</p>
    </ConfirmDialog>
  )
}
