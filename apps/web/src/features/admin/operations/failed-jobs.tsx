import { adminRoutes, type FailedJob, pollEveryMs } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { TextCell } from '../../../ui/table/line.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { ListLoadError } from '../admin-list.tsx'
import { adminKeys } from '../use-listing.ts'
import { FailureTable } from './failure-table.tsx'

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
          nameOf={nameOf}
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
