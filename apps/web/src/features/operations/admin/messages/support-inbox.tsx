import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { adminRoutes, type SupportMessage } from '@penmark/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../lib/call/call.ts'
import { detailOf } from '../../../../lib/call/failure.ts'
import { formatTime } from '../../../../lib/format/format.ts'
import { Dialog, DialogActions } from '../../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../../../ui/page-state/page-state.tsx'
import cells from '../../../../ui/table/cells.module.css'
import { NarrowRow, TextCell } from '../../../../ui/table/cells.tsx'
import type { Column } from '../../../../ui/table/columns.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { toast } from '../../../../ui/toast/toast.tsx'
import classes from '../admin.module.css'
import { adminKeys, ListLoadError, LoadMore } from '../admin-list.tsx'
import { OpenButton, subjectColumn, timeAndOpenColumns } from './mail-list.tsx'

const pageSize = 50

/** Messages from the support form. */
export function SupportInbox() {
  const { t, i18n } = useTranslation('admin')
  const [state, setState] = useState<'open' | 'closed'>('open')
  const [opened, setOpened] = useState<SupportMessage | null>(null)
  const list = useInfiniteQuery({
    queryKey: [...adminKeys.list('support'), state],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      call(adminRoutes.listSupportMessages, { state, offset, limit: pageSize }, { signal }),
    getNextPageParam: (last, _pages, offset) => (last.length < pageSize ? null : offset + pageSize),
  })
  const columns = useMemo<Column<SupportMessage>[]>(
    () => [
      subjectColumn<SupportMessage>(t),
      {
        id: 'from',
        header: t('column.from'),
        enableSorting: false,
        cell: (row) => <TextCell title={row.email}>{senderOf(row)}</TextCell>,
      },
      ...timeAndOpenColumns<SupportMessage>(t, i18n, setOpened),
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
            <NarrowRow
              name={message.subject}
              about={[senderOf(message), formatTime(i18n, message.created_at)]}
            >
              <OpenButton subject={message.subject} onOpen={() => setOpened(message)} />
            </NarrowRow>
          )}
        />
      )}
      <LoadMore list={list} />
      <MessageDialog message={opened} onClose={() => setOpened(null)} />
    </section>
  )
}

const senderOf = ({ name, email }: SupportMessage) => `${name} <${email}>`

interface MessageDialogProps {
  /** Null closes the dialog. */
  message: SupportMessage | null
  onClose: () => void
}

/** One support message. Reading its text is recorded in the audit log. */
function MessageDialog({ message, onClose }: MessageDialogProps) {
  return (
    <Dialog opened={message !== null} onClose={onClose} title={message?.subject ?? ''} size="lg">
      {message && <Message key={message.id} message={message} onClose={onClose} />}
    </Dialog>
  )
}

function Message({ message, onClose }: { message: SupportMessage; onClose: () => void }) {
  const { t, i18n } = useTranslation('admin')
  const queryClient = useQueryClient()
  const { id, name, email, subject, created_at, closed_at } = message
  const text = useQuery({
    queryKey: ['admin', 'support-text', id],
    queryFn: ({ signal }) => call(adminRoutes.readSupportMessage, { id }, { signal }),
    // Each read is recorded in the audit log, so read once per opening.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const toggleClosed = useMutation({
    mutationFn: () => call(adminRoutes.closeSupportMessage, { id, closed: closed_at === null }),
    onSuccess: () => {
      toast.success(t(closed_at === null ? 'support.done' : 'support.reopened'))
      onClose()
    },
    onError: (error) => toast.error(t('failed.change', { detail: detailOf(error) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.list('support') }),
  })
  return (
    <>
      <p className={cells.muted}>
        {name} &lt;{email}&gt; · {formatTime(i18n, created_at)}
      </p>
      {text.isPending && <Skeleton height={96} my={16} />}
      {text.isError && <Notice tone="error">{t('failed.load', { detail: detailOf(text.error) })}</Notice>}
      {text.data && <p className={classes.text}>{text.data.message}</p>}
      <DialogActions>
        <Button variant="default" loading={toggleClosed.isPending} onClick={() => toggleClosed.mutate()}>
          {t(closed_at === null ? 'support.close' : 'support.reopen')}
        </Button>
        <Button
          component="a"
          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
        >
          {t('support.answer')}
        </Button>
      </DialogActions>
    </>
  )
}
