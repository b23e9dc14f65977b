import { Button } from '@mantine/core'
import type { Document } from '@penmark/contract'
import { IconSchool, IconSchoolOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useMarkWrittenInClass } from '../queries.ts'

/** Marks the document of a report as written in class, or removes the mark, after saying what it is for. */
export function MarkWrittenInClass({ document }: { document: Pick<Document, 'id' | 'written_in_class'> }) {
  const { t } = useTranslation('report')
  const [asked, setAsked] = useState(false)
  const isMarked = document.written_in_class
  const action = isMarked ? 'unmark' : 'mark'
  const { mark, busy } = useMarkWrittenInClass(document.id, {
    onDone: () => toast.success(t(`${action}.done`)),
    onFailed: (error) => toast.error(t('mark.failed', { detail: detailOf(error) })),
  })
  const confirm = () => {
    setAsked(false)
    mark(!isMarked)
  }
  const Icon = isMarked ? IconSchoolOff : IconSchool
  return (
    <>
      <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />} loading={busy} onClick={() => setAsked(true)}>
        {t(`${action}.action`)}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t(`${action}.title`)}
        confirm={t(`${action}.action`)}
        onConfirm={confirm}
        onClose={() => setAsked(false)}
      >
        <p>{t(`${action}.text`)}</p>
      </ConfirmDialog>
    </>
  )
}
