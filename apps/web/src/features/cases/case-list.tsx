import { Button, NativeSelect } from '@mantine/core'
import { type CaseState, type CaseSummary, caseStates } from '@penmark/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { formatDate, formatNumber } from '../../lib/format/format.ts'
import { EmptyState, LoadError, NoMatch } from '../../ui/page-state/page-state.tsx'
import filter from '../../ui/search-box/search-box.module.css'
import { LinkCell, NarrowRow, TextCell } from '../../ui/table/cells.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { caseAddress } from './addresses.ts'
import { CaseBadge } from './case-parts.tsx'
import { useCases } from './queries.ts'

/** All cases of the teacher, the last changed first. */
export function CaseList() {
  const { t, i18n } = useTranslation('cases')
  const [state, setState] = useState<CaseState | undefined>()
  const list = useCases(state === undefined ? {} : { state })
  const columns = useMemo<Column<CaseSummary>[]>(() => {
    const day = (value: string | null) => value && formatDate(i18n, value)
    return [
      {
        id: 'student',
        header: t('column.student'),
        enableSorting: false,
        cell: ({ id, student_name }) => <LinkCell to={caseAddress(id)}>{student_name}</LinkCell>,
      },
      {
        id: 'state',
        header: t('column.state'),
        enableSorting: false,
        cell: (row) => <CaseBadge {...row} />,
      },
      {
        id: 'class',
        header: t('column.class'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.class_name}</TextCell>,
      },
      {
        id: 'documents',
        header: t('column.documents'),
        enableSorting: false,
        cell: (row) => formatNumber(i18n, row.document_count),
        meta: { width: '8rem' },
      },
      {
        id: 'due',
        header: t('column.due'),
        enableSorting: false,
        cell: (row) => <TextCell>{day(row.due_on)}</TextCell>,
        meta: { width: '9rem' },
      },
      {
        id: 'updated_at',
        header: t('column.changed'),
        enableSorting: false,
        cell: (row) => <TextCell>{day(row.updated_at)}</TextCell>,
        meta: { width: '9rem' },
      },
    ]
  }, [t, i18n])
  if (list.isError && !list.data)
    return (
      <LoadError onRetry={() => void list.refetch()}>
        {t('list.failed', { detail: detailOf(list.error) })}
      </LoadError>
    )
  return (
    <>
      <div className={filter.row}>
        <NativeSelect
          aria-label={t('filter')}
          data={[
            { value: '', label: t('filter.all') },
            ...caseStates.map((option) => ({ value: option, label: t(`state.${option}`) })),
          ]}
          value={state ?? ''}
          onChange={({ currentTarget }) =>
            setState(caseStates.find((option) => option === currentTarget.value))
          }
        />
      </div>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={list.data?.pages.flat() ?? []}
        rowId={({ id }) => id}
        defaultSort={{ id: 'updated_at', desc: true }}
        skeletonRows={list.isPending ? 6 : undefined}
        moreRows={
          list.hasNextPage
            ? { total: null, onNearEnd: () => void (list.isFetching || list.fetchNextPage()) }
            : undefined
        }
        empty={
          state === undefined ? (
            <EmptyState
              action={
                <Button component={Link} to="/documents">
                  {t('empty.action')}
                </Button>
              }
            >
              {t('empty')}
            </EmptyState>
          ) : (
            <NoMatch clear={t('filter.clear')} onClear={() => setState(undefined)}>
              {t('noMatch')}
            </NoMatch>
          )
        }
        narrowRow={(row) => (
          <NarrowRow
            name={row.student_name}
            to={caseAddress(row.id)}
            about={[row.class_name, row.due_on && t('dueOn', { date: formatDate(i18n, row.due_on) })]}
          >
            <CaseBadge {...row} />
          </NarrowRow>
        )}
      />
    </>
  )
}
