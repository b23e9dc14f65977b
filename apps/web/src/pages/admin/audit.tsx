import { NativeSelect } from '@mantine/core'
import { type AuditEntry, adminActions, adminRoutes } from '@penmark/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../features/operations/admin/admin.module.css'
import { adminKeys } from '../../features/operations/admin/admin-list.tsx'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber, formatTime } from '../../lib/format/format.ts'
import { EmptyState, LoadError } from '../../ui/page-state/page-state.tsx'
import filter from '../../ui/search-box/search-box.module.css'
import { NarrowRow, TextCell } from '../../ui/table/cells.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminAuditPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('audit.title')} lead={t('audit.lead')}>
      <Audit />
    </AdminOnly>
  )
}

const pageSize = 100

type Value = AuditEntry['details'][string] | undefined

/**
 * What administrators did, and the recorded actions of teachers and students, newest first. Entries are
 * read-only.
 */
function Audit() {
  const { t, i18n } = useTranslation('admin')
  const [action, setAction] = useState<AuditEntry['action'] | undefined>()
  const list = useInfiniteQuery({
    queryKey: [...adminKeys.list('audit'), action ?? ''],
    initialPageParam: '',
    queryFn: ({ pageParam: before, signal }) =>
      call(
        adminRoutes.listAudit,
        { ...(before && { before }), ...(action && { action }), limit: pageSize },
        { signal },
      ),
    getNextPageParam: (last) => (last.length < pageSize ? null : last.at(-1)?.id),
  })
  const formatDetails = useMemo(() => {
    const format = (value: Value) =>
      typeof value === 'number'
        ? formatNumber(i18n, value)
        : value === null || value === undefined
          ? t('audit.none')
          : String(value)
    return ({ action, details }: AuditEntry) =>
      action === 'case.export'
        ? t(`audit.export.${details.kind === 'pdf' ? 'pdf' : 'zip'}`, { sha256: String(details.sha256) })
        : action === 'comparison.count' || action === 'comparison.unusual'
          ? t('audit.met', { documents: format(details.documents), told: format(details.told) })
          : changesOf(details)
              .map(({ name, before, after }) =>
                t('audit.change', {
                  name: t(`audit.figure.${name}`),
                  before: format(before),
                  after: format(after),
                }),
              )
              .join(' · ')
  }, [t, i18n])
  const columns = useMemo<Column<AuditEntry>[]>(
    () => [
      {
        id: 'at',
        header: t('column.time'),
        enableSorting: false,
        cell: (row) => <TextCell>{formatTime(i18n, row.at)}</TextCell>,
        meta: { width: '11rem' },
      },
      {
        id: 'administrator',
        header: t('column.administrator'),
        enableSorting: false,
        cell: (row) => <Actor entry={row} />,
      },
      {
        id: 'action',
        header: t('column.action'),
        enableSorting: false,
        cell: (row) => t(`action.${row.action}`),
      },
      {
        id: 'teacher',
        header: t('column.concerns'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.teacher_email}</TextCell>,
      },
      {
        id: 'details',
        header: t('column.details'),
        enableSorting: false,
        cell: (row) => <TextCell>{formatDetails(row)}</TextCell>,
      },
      {
        id: 'target',
        header: t('column.target'),
        enableSorting: false,
        cell: (row) => (
          <span className={classes.code}>
            <TextCell>{row.target_id}</TextCell>
          </span>
        ),
        meta: { width: '7rem' },
      },
    ],
    [t, i18n, formatDetails],
  )
  if (list.isError && !list.data)
    return (
      <LoadError onRetry={() => void list.refetch()}>
        {t('failed.load', { detail: detailOf(list.error) })}
      </LoadError>
    )
  return (
    <>
      <div className={filter.row}>
        <NativeSelect
          aria-label={t('audit.filter')}
          data={[
            { value: '', label: t('audit.all') },
            ...adminActions.map((option) => ({ value: option, label: t(`action.${option}`) })),
          ]}
          value={action ?? ''}
          onChange={({ currentTarget }) =>
            setAction(adminActions.find((option) => option === currentTarget.value))
          }
        />
      </div>
      <DataTable
        label={t('audit.title')}
        columns={columns}
        rows={list.data?.pages.flat() ?? []}
        rowId={({ id }) => id}
        defaultSort={{ id: 'at', desc: true }}
        skeletonRows={list.isPending ? 8 : undefined}
        moreRows={
          list.hasNextPage
            ? { total: null, onNearEnd: () => void (list.isFetching || list.fetchNextPage()) }
            : undefined
        }
        empty={<EmptyState>{t('audit.empty')}</EmptyState>}
        narrowBelow={75}
        narrowRow={(entry) => (
          <NarrowRow
            name={t(`action.${entry.action}`)}
            about={[
              formatTime(i18n, entry.at),
              entry.administrator_name ?? entry.administrator_email,
              entry.teacher_email,
              formatDetails(entry),
            ]}
          />
        )}
      />
    </>
  )
}

function Actor({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin')
  const { administrator_name, administrator_email, administrator_id } = entry
  if (administrator_id === null) return <TextCell>{t(actorWithoutAccount(entry.action))}</TextCell>
  return (
    <TextCell title={administrator_email ?? administrator_id}>
      {administrator_name ?? administrator_email ?? t('audit.erased')}
    </TextCell>
  )
}

const nightlyImportActions: AuditEntry['action'][] = [
  'teachers.import',
  'account.deactivate',
  'account.reactivate',
  'role.give',
  'role.take',
]

/** The label of an actor without an account. */
function actorWithoutAccount(action: AuditEntry['action']) {
  if (nightlyImportActions.includes(action)) return 'audit.nightly'
  return action === 'case-link.expire' ? 'audit.nobody' : 'audit.student'
}

const recordedValues = [
  'plan',
  'word_limit',
  'char_limit',
  'words_used',
  'may_refer_unheard',
  'retention_days',
  'appeal_days',
  'backup_frequency',
  'backup_hour',
  'backups_kept',
] as const

/** The values that an action changed. */
function changesOf(details: AuditEntry['details']) {
  return recordedValues.flatMap((name) => {
    const [before, after] = [details[`${name}_before`], details[`${name}_after`]]
    return before === after ? [] : [{ name, before, after }]
  })
}
