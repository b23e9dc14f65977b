import { Button } from '@mantine/core'
import { adminRoutes, type FailedJob, pollEveryMs } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { NarrowRow, TextCell } from '../../../ui/table/line.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from '../admin.module.css'
import { ListLoadError } from '../admin-list.tsx'
import { adminKeys } from '../use-listing.ts'

const nameOf = ({ queue, subject }: FailedJob) => (subject === null ? queue : `${queue}: ${subject}`)

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
      { id: 'queue', header: t('jobs.queue'), enableSorting: false, cell: (row) => <TextCell>{nameOf(row)}</TextCell> },
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
        cell: (row) => <Retry job={row} busy={isPending} onRetry={mutate} />,
        meta: { width: '7rem', align: 'end', label: t('column.actions') },
      },
    ],
    [t, i18n, mutate, isPending],
  )
  return (
    <section aria-label={t('jobs')}>
      <SectionHeader title={t('jobs')} />
      {list.isError && !list.data ? (
        <ListLoadError error={list.error} refetch={list.refetch} />
      ) : (
        <DataTable
          label={t('jobs')}
          columns={columns}
          rows={list.data ?? []}
          rowId={({ id }) => id}
          defaultSort={{ id: 'failed_at', desc: true }}
          skeletonRows={list.isPending ? 3 : undefined}
          empty={<p className={classes.soft}>{t('jobs.none')}</p>}
          narrowBelow={75}
          narrowRow={(job) => (
            <NarrowRow name={nameOf(job)} about={[formatTime(i18n, job.failed_at), job.error ?? t('jobs.error.none')]}>
              <Retry job={job} busy={isPending} onRetry={mutate} />
            </NarrowRow>
          )}
        />
      )}
    </section>
  )
}

interface RetryProps {
  job: FailedJob
  busy: boolean
  onRetry: (id: string) => void
}

function Retry({ job, busy, onRetry }: RetryProps) {
  const { t } = useTranslation('admin')
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      disabled={busy}
      onClick={() => onRetry(job.id)}
      aria-label={t('queue.retry.label', { name: nameOf(job) })}
    >
      {t('queue.retry')}
    </Button>
  )
}
