import { Button, Skeleton } from '@mantine/core'
import { adminRoutes, type FailedDocument, pollEveryMs } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { TextCell } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Tile, TileRow } from '../../../ui/tiles/tiles.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { adminKeys, ListLoadError } from '../admin-list.tsx'
import { FailureTable } from './failed-jobs.tsx'

const nameOf = ({ original_filename }: FailedDocument) => original_filename

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
    mutationFn: (document_id: string | null) => call(adminRoutes.retryDocuments, document_id === null ? {} : { document_id }),
    onSuccess: ({ queued }) => toast.success(t('queue.retried', { count: queued, shown: formatNumber(i18n, queued) })),
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
  const since = (time: string | null | undefined) => (time ? t('queue.since', { time: formatTime(i18n, time) }) : t('queue.none'))
  return (
    <>
      <TileRow loading={health.isPending}>
        <Tile label={t('queue.waiting')} note={since(data?.oldest_waiting_since)}>
          {figure(data?.waiting)}
        </Tile>
        <Tile label={t('queue.running')} note={since(data?.oldest_running_since)}>
          {figure(data?.running)}
        </Tile>
        <Tile
          label={t('queue.failed')}
          note={t('queue.failed.ours', { count: data?.failed_ours ?? 0, shown: formatNumber(i18n, data?.failed_ours ?? 0) })}
          warns={(data?.failed_ours ?? 0) > 0}
        >
          {figure(data?.failed)}
        </Tile>
        <Tile
          label={t('queue.mails')}
          note={t('queue.mails.failed', { count: data?.mails_failed ?? 0, shown: formatNumber(i18n, data?.mails_failed ?? 0) })}
          warns={(data?.mails_failed ?? 0) > 0}
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
          nameOf={nameOf}
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
