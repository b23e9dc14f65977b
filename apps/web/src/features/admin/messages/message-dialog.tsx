import { Button, Skeleton } from '@mantine/core'
import { adminRoutes, type SupportMessage } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatTime } from '../../../lib/format/format.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from '../admin.module.css'
import { adminKeys } from '../use-listing.ts'

interface MessageDialogProps {
  /** Null closes the dialog. */
  message: SupportMessage | null
  onClose: () => void
}

/** One support message. Reading its text is recorded in the audit log. */
export function MessageDialog({ message, onClose }: MessageDialogProps) {
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
  const settle = useMutation({
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
      <p className={classes.soft}>
        {name} &lt;{email}&gt; · {formatTime(i18n, created_at)}
      </p>
      {text.isPending && <Skeleton height={96} my={16} />}
      {text.isError && <Notice tone="error">{t('failed.load', { detail: detailOf(text.error) })}</Notice>}
      {text.data && <p className={classes.text}>{text.data.message}</p>}
      <DialogActions>
        <Button variant="default" loading={settle.isPending} onClick={() => settle.mutate()}>
          {t(closed_at === null ? 'support.close' : 'support.reopen')}
        </Button>
        <Button component="a" href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}>
          {t('support.answer')}
        </Button>
      </DialogActions>
    </>
  )
}
