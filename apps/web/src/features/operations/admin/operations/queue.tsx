import { Button, Skeleton } from '@mantine/core'
import { adminRoutes, type FailedDocument, type FailedJob, pollEveryMs } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../lib/call/call.ts'
import { detailOf } from '../../../../lib/call/failure.ts'
import { formatNumber, formatTime } from '../../../../lib/format/format.ts'
import { SectionHeader } from '../../../../ui/page-header/page-header.tsx'
import cells from '../../../../ui/table/cells.module.css'
import { NarrowRow, TextCell } from '../../../../ui/table/cells.tsx'
import type { Column } from '../../../../ui/table/columns.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { Tile, TileRow } from '../../../../ui/tiles/tiles.tsx'
import { toast } from '../../../../ui/toast/toast.tsx'
import { adminKeys, ListLoadError } from '../admin-list.tsx'

const documentName = ({ original_filename }: FailedDocument) => original_filename

/** The state of processing, refreshed every few seconds, and failed documents to retry. */
export function QueueHealth() {
  const { t, i18n } = useTranslation('admin')
  const queryClient = useQueryClient()
  const health = useQuery({
    queryKey: adminKeys.list('queue'),
    queryFn: ({ signal }) => call(adminRoutes.readQueue, {}, { signal }),
    refetchInterval: pollEveryMs.documents,
  })
  const retry = useMutation({
    mutationFn: (document_id: string | null) =>
      call(adminRoutes.retryDocuments, document_id === null ? {} : { document_id }),
    onSuccess: ({ queued }) =>
      toast.success(t('queue.retried', { count: queued, shown: formatNumber(i18n, queued) })),
    onError: (error) => toast.error(t('queue.retryFailed', { detail: detailOf(error) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.list('queue') }),
  })
  const { mutate, isPending } = retry
  const columns = useMemo<Column<FailedDocument>[]>(
    () => [
      {
        id: 'file',
        header: t('column.file'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.original_filename}</TextCell>,
      },
      {
        id: 'teacher',
        header: t('column.teacher'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.teacher_email}</TextCell>,
      },
      {
        id: 'reason',
        header: t('column.reason'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.status_reason}</TextCell>,
      },
    ],
    [t],
  )
  const { data } = health
  if (health.isError && !data) return <ListLoadError error={health.error} refetch={health.refetch} />
  const figure = (value: number | undefined) =>
    value === undefined ? <Skeleton width={56} height={28} mt={4} /> : formatNumber(i18n, value)
  const since = (time: string | null) =>
    time ? t('queue.since', { time: formatTime(i18n, time) }) : t('queue.none')
  return (
    <>
      <TileRow loading={health.isPending}>
        <Tile label={t('queue.waiting')} note={data && since(data.oldest_waiting_since)}>
          {figure(data?.waiting)}
        </Tile>
        <Tile label={t('queue.running')} note={data && since(data.oldest_running_since)}>
          {figure(data?.running)}
        </Tile>
        <Tile
          label={t('queue.failed')}
          note={
            data &&
            t('queue.failed.ours', {
              count: data.failed_ours,
              shown: formatNumber(i18n, data.failed_ours),
            })
          }
          warns={data !== undefined && data.failed_ours > 0}
        >
          {figure(data?.failed)}
        </Tile>
        <Tile
          label={t('queue.mails')}
          note={
            data &&
            t('queue.mails.failed', {
              count: data.mails_failed,
              shown: formatNumber(i18n, data.mails_failed),
            })
          }
          warns={data !== undefined && data.mails_failed > 0}
        >
          {figure(data?.mails_waiting)}
        </Tile>
      </TileRow>
      <section aria-label={t('queue.failures')}>
        <SectionHeader
          title={t('queue.failures')}
          actions={
            data &&
            data.failed_ours > 0 && (
              <Button variant="default" loading={isPending} onClick={() => mutate(null)}>
                {t('queue.retryAll')}
              </Button>
            )
          }
        />
        <FailureTable
          label={t('queue.failures')}
          columns={columns}
          rows={data?.failures}
          nameOf={documentName}
          about={({ teacher_email, status_reason }) => [teacher_email, status_reason]}
          isLoading={health.isPending}
          empty={t('queue.failures.none')}
          isRetrying={isPending}
          onRetry={mutate}
        />
      </section>
    </>
  )
}

const jobName = ({ queue, subject }: FailedJob) => (subject === null ? queue : `${queue}: ${subject}`)

/** Background jobs that failed for good, to try again. */
export function FailedJobs() {
  const { t, i18n } = useTranslation('admin')
  const queryClient = useQueryClient()
  const queryKey = adminKeys.list('failed-jobs')
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(adminRoutes.listFailedJobs, {}, { signal }),
    refetchInterval: pollEveryMs.documents,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => call(adminRoutes.retryJob, { id }),
    onSuccess: () => toast.success(t('jobs.retried')),
    onError: (error) => toast.error(t('queue.retryFailed', { detail: detailOf(error) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const columns = useMemo<Column<FailedJob>[]>(
    () => [
      {
        id: 'queue',
        header: t('jobs.queue'),
        enableSorting: false,
        cell: (row) => <TextCell>{jobName(row)}</TextCell>,
      },
      {
        id: 'error',
        header: t('jobs.error'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.error ?? t('jobs.error.none')}</TextCell>,
      },
      {
        id: 'attempts',
        header: t('jobs.attempts'),
        enableSorting: false,
        cell: (row) => formatNumber(i18n, row.attempts),
        meta: { width: '7rem', align: 'end' },
      },
    ],
    [t, i18n],
  )
  return (
    <section aria-label={t('jobs')}>
      <SectionHeader title={t('jobs')} />
      {list.isError && !list.data ? (
        <ListLoadError error={list.error} refetch={list.refetch} />
      ) : (
        <FailureTable
          label={t('jobs')}
          columns={columns}
          rows={list.data}
          nameOf={jobName}
          about={(job) => [formatTime(i18n, job.failed_at), job.error ?? t('jobs.error.none')]}
          isLoading={list.isPending}
          empty={t('jobs.none')}
          isRetrying={isPending}
          onRetry={mutate}
        />
      )}
    </section>
  )
}

interface Failure {
  id: string
  failed_at: string
}

interface FailureTableProps<Row extends Failure> {
  label: string
  /** Columns before the time of the failure and the button. */
  columns: readonly Column<Row>[]
  rows: Row[] | undefined
  nameOf: (row: Row) => string
  /** What a narrow screen shows below the name. */
  about: (row: Row) => (string | null)[]
  isLoading: boolean
  empty: string
  isRetrying: boolean
  onRetry: (id: string) => void
}

/** What failed for good, newest first, each with a button to try it again. */
function FailureTable<Row extends Failure>(props: FailureTableProps<Row>) {
  const { label, columns, rows, nameOf, about, isLoading, empty, isRetrying, onRetry } = props
  const { t, i18n } = useTranslation('admin')
  const allColumns = useMemo<Column<Row>[]>(
    () => [
      ...columns,
      {
        id: 'failed_at',
        header: t('column.time'),
        enableSorting: false,
        cell: (row) => <TextCell>{formatTime(i18n, row.failed_at)}</TextCell>,
        meta: { width: '11rem' },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <Retry name={nameOf(row)} disabled={isRetrying} onClick={() => onRetry(row.id)} />,
        meta: { width: '7rem', align: 'end', label: t('column.actions') },
      },
    ],
    [columns, t, i18n, nameOf, isRetrying, onRetry],
  )
  return (
    <DataTable
      label={label}
      columns={allColumns}
      rows={rows ?? []}
      rowId={({ id }) => id}
      defaultSort={{ id: 'failed_at', desc: true }}
      skeletonRows={isLoading ? 3 : undefined}
      empty={<p className={cells.muted}>{empty}</p>}
      narrowBelow={75}
      narrowRow={(row) => (
        <NarrowRow name={nameOf(row)} about={about(row)}>
          <Retry name={nameOf(row)} disabled={isRetrying} onClick={() => onRetry(row.id)} />
        </NarrowRow>
      )}
    />
  )
}

function Retry({ name, ...button }: { name: string; disabled: boolean; onClick: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <Button size="compact-sm" variant="subtle" aria-label={t('queue.retry.label', { name })} {...button}>
      {t('queue.retry')}
    </Button>
  )
}
