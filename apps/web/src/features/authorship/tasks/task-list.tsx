import { Button, NativeSelect } from '@mantine/core'
import type { WritingTask } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { className, formatTime } from '../../../lib/format/format.ts'
import { PageHeader } from '../../../ui/page-header/page-header.tsx'
import { EmptyState, LoadError, NoMatch } from '../../../ui/page-state/page-state.tsx'
import filter from '../../../ui/search-box/search-box.module.css'
import { LinkCell, NarrowRow, TextCell } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { newTaskAddress, taskAddress, useTaskClasses, useTasks } from './queries.ts'
import classes from './tasks.module.css'

/** All writing tasks of the teacher, or those of one class, the newest first. */
export function TaskList() {
  const { t, i18n } = useTranslation('writing-tasks')
  const [searchParams, setSearchParams] = useSearchParams()
  const class_group_id = searchParams.get('class') ?? ''
  const list = useTasks(class_group_id === '' ? {} : { class_group_id })
  const choices = useTaskClasses().data ?? []
  const rows = list.data?.pages.flat() ?? []
  const columns = useMemo<Column<WritingTask>[]>(
    () => [
      {
        id: 'title',
        header: t('column.title'),
        enableSorting: false,
        cell: ({ id, title }) => <LinkCell to={taskAddress(id)}>{title}</LinkCell>,
      },
      {
        id: 'class',
        header: t('column.class'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.class_name ?? t('noClass')}</TextCell>,
      },
      {
        id: 'due',
        header: t('column.due'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.due_at && formatTime(i18n, row.due_at)}</TextCell>,
        meta: { width: '13rem' },
      },
      {
        id: 'progress',
        header: t('column.progress'),
        enableSorting: false,
        cell: (row) => <TextCell>{t('progress', { count: row.counts.students, ...row.counts })}</TextCell>,
        meta: { width: '17rem' },
      },
    ],
    [t, i18n],
  )
  const isEverything = class_group_id === ''
  const nothingYet = isEverything && list.data !== undefined && rows.length === 0
  const set = (
    <Button component={Link} to={isEverything ? newTaskAddress : `${newTaskAddress}?${searchParams}`}>
      {t('new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={nothingYet ? null : set} />
      {list.isError && !list.data ? (
        <LoadError onRetry={() => void list.refetch()}>
          {t('list.failed', { detail: detailOf(list.error) })}
        </LoadError>
      ) : (
        <>
          {!nothingYet && (
            <div className={filter.row}>
              <NativeSelect
                aria-label={t('filter')}
                data={[
                  { value: '', label: t('filter.all') },
                  ...choices.map((classGroup) => ({ value: classGroup.id, label: className(classGroup) })),
                ]}
                value={class_group_id}
                onChange={({ currentTarget: { value } }) =>
                  setSearchParams(value === '' ? {} : { class: value }, { replace: true })
                }
              />
            </div>
          )}
          <DataTable
            label={t('title')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            defaultSort={{ id: 'created_at', desc: true }}
            skeletonRows={list.isPending ? 4 : undefined}
            moreRows={
              list.hasNextPage
                ? { total: null, onNearEnd: () => void (list.isFetching || list.fetchNextPage()) }
                : undefined
            }
            empty={
              isEverything ? (
                <div className={classes.welcome}>
                  <EmptyState action={set}>{t('empty')}</EmptyState>
                </div>
              ) : (
                <NoMatch clear={t('filter.clear')} onClear={() => setSearchParams({}, { replace: true })}>
                  {t('noMatch')}
                </NoMatch>
              )
            }
            narrowRow={(row) => (
              <NarrowRow
                name={row.title}
                to={taskAddress(row.id)}
                about={[
                  row.class_name,
                  row.due_at && t('due', { time: formatTime(i18n, row.due_at) }),
                  t('progress', { count: row.counts.students, ...row.counts }),
                ]}
              />
            )}
          />
        </>
      )}
    </>
  )
}
