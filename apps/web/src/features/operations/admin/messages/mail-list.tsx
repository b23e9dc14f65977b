import { Button, Skeleton } from '@mantine/core'
import { adminRoutes, type Mail } from '@penmark/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { i18n, TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../lib/call/call.ts'
import { detailOf } from '../../../../lib/call/failure.ts'
import { formatTime } from '../../../../lib/format/format.ts'
import { Badge, type Tone } from '../../../../ui/badge/badge.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../../../ui/page-state/page-state.tsx'
import cells from '../../../../ui/table/cells.module.css'
import { NarrowRow, TextCell } from '../../../../ui/table/cells.tsx'
import type { Column } from '../../../../ui/table/columns.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import classes from '../admin.module.css'
import { adminKeys, ListLoadError, LoadMore } from '../admin-list.tsx'

const pageSize = 50

const toneOf: Record<Mail['state'], Tone> = {
  sent: 'success',
  waiting: 'info',
  undelivered: 'warning',
  failed: 'error',
}

/** Sent and waiting emails. Without a mail server nobody receives them: administrators pass the links on. */
export function MailList() {
  const { t, i18n } = useTranslation('admin')
  const [opened, setOpened] = useState<Mail | null>(null)
  const list = useInfiniteQuery({
    queryKey: adminKeys.list('mails'),
    initialPageParam: '',
    queryFn: ({ pageParam: before, signal }) =>
      call(adminRoutes.listMails, { ...(before && { before }), limit: pageSize }, { signal }),
    getNextPageParam: ({ mails }) => (mails.length < pageSize ? null : mails.at(-1)?.id),
  })
  const columns = useMemo<Column<Mail>[]>(
    () => [
      subjectColumn<Mail>(t),
      {
        id: 'recipient',
        header: t('column.to'),
        enableSorting: false,
        cell: (row) => <TextCell>{row.recipient}</TextCell>,
      },
      {
        id: 'state',
        header: t('column.status'),
        enableSorting: false,
        cell: (row) => (
          <Badge tone={toneOf[row.state]} title={row.fault ?? undefined}>
            {t(`mail.${row.state}`)}
          </Badge>
        ),
        meta: { width: '8rem' },
      },
      ...timeAndOpenColumns<Mail>(t, i18n, setOpened),
    ],
    [t, i18n],
  )
  const sentBy = list.data?.pages[0]?.sent_by
  return (
    <section aria-label={t('mails')}>
      <SectionHeader title={t('mails')} />
      {sentBy === 'outbox' && <Notice tone="warning">{t('mails.outbox')}</Notice>}
      {list.isError && !list.data ? (
        <ListLoadError error={list.error} refetch={list.refetch} />
      ) : (
        <DataTable
          label={t('mails')}
          columns={columns}
          rows={list.data?.pages.flatMap(({ mails }) => mails) ?? []}
          rowId={({ id }) => id}
          defaultSort={{ id: 'created_at', desc: true }}
          skeletonRows={list.isPending ? 3 : undefined}
          empty={<EmptyState>{t('mails.none')}</EmptyState>}
          narrowRow={(mail) => (
            <NarrowRow
              name={mail.subject}
              about={[mail.recipient, t(`mail.${mail.state}`), formatTime(i18n, mail.created_at)]}
            >
              <OpenButton subject={mail.subject} onOpen={() => setOpened(mail)} />
            </NarrowRow>
          )}
        />
      )}
      <LoadMore list={list} />
      <Dialog
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened?.subject ?? ''}
        size="lg"
      >
        {opened && <MailText key={opened.id} mail={opened} />}
      </Dialog>
    </section>
  )
}

/** Reading an email is recorded in the audit log, because a link in it may open an account. */
function MailText({ mail }: { mail: Mail }) {
  const { t, i18n } = useTranslation('admin')
  const text = useQuery({
    queryKey: ['admin', 'mail-text', mail.id],
    queryFn: ({ signal }) => call(adminRoutes.readMail, { id: mail.id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <>
      <p className={cells.muted}>
        {mail.recipient} · {formatTime(i18n, mail.created_at)}
      </p>
      {mail.fault && <Notice tone="error">{t('mail.fault', { fault: mail.fault })}</Notice>}
      {text.isPending && <Skeleton height={96} my={16} />}
      {text.isError && <Notice tone="error">{t('failed.load', { detail: detailOf(text.error) })}</Notice>}
      {text.data && <p className={classes.text}>{text.data.text ?? t('mail.gone')}</p>}
    </>
  )
}

interface MessageRow {
  subject: string
  created_at: string
}

/** Columns shared by all lists of messages. They come newest first and cannot be sorted. */
export function subjectColumn<Row extends MessageRow>(t: TFunction<'admin'>): Column<Row> {
  return {
    id: 'subject',
    header: t('column.subject'),
    enableSorting: false,
    cell: (row) => <TextCell>{row.subject}</TextCell>,
  }
}

/** When it was written, and a button that opens it. */
export function timeAndOpenColumns<Row extends MessageRow>(
  t: TFunction<'admin'>,
  language: i18n,
  onOpen: (row: Row) => void,
): Column<Row>[] {
  return [
    {
      id: 'created_at',
      header: t('column.time'),
      enableSorting: false,
      cell: (row) => <TextCell>{formatTime(language, row.created_at)}</TextCell>,
      meta: { width: '11rem' },
    },
    {
      id: 'actions',
      header: '',
      enableSorting: false,
      cell: (row) => <OpenButton subject={row.subject} onOpen={() => onOpen(row)} />,
      meta: { width: '6rem', align: 'end', label: t('column.actions') },
    },
  ]
}

export function OpenButton({ subject, onOpen }: { subject: string; onOpen: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      onClick={onOpen}
      aria-label={t('open.label', { name: subject })}
    >
      {t('open')}
    </Button>
  )
}
