import { Button, Textarea, TextInput } from '@mantine/core'
import { Problem, teacherRoutes, uploadLimits } from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { reportAddress } from '../../../lib/addresses/addresses.ts'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import { OptionsFailed, StudentChooser, useAssignmentOptions } from '../assign/choosers.tsx'
import classes from '../documents.module.css'
import { documentKeys } from '../queries.ts'
import { WrittenInClassCheckbox } from './upload-card.tsx'

interface PasteModalProps {
  opened: boolean
  onClose: () => void
  onLimit: (detail: string) => void
}

/** Takes pasted text, and keeps it until the server has accepted it. */
export function PasteModal({ opened, onClose, onLimit }: PasteModalProps) {
  const { t, i18n } = useTranslation(['documents', 'ui'])
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const people = useAssignmentOptions(opened)
  const [title, setTitle] = useState('')
  const [student, setStudent] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [writtenInClass, setWrittenInClass] = useState(false)
  const submit = useMutation({
    mutationFn: () =>
      call(teacherRoutes.submitText, {
        text,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(title.trim() === '' ? {} : { title }),
        ...(student === null ? {} : { student_id: student }),
        ...(writtenInClass ? { written_in_class: true } : {}),
      }),
    onSuccess: (document) => {
      setTitle('')
      setStudent(null)
      setText('')
      setWrittenInClass(false)
      onClose()
      toast.successWith(t('paste.sent'), {
        label: t('paste.report'),
        run: () =>
          void navigate(reportAddress(document, pathname === '/dashboard' ? 'from=dashboard' : undefined)),
      })
      return queryClient.invalidateQueries({ queryKey: documentKeys.all })
    },
    onError: (thrown) => {
      if (!(thrown instanceof Problem && thrown.code === 'allowance_exceeded')) return
      onClose()
      onLimit(thrown.message)
    },
  })
  const words = countWords(text)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('paste.title')} size="lg">
      <div className={classes.pasteFields}>
        <TextInput
          label={t('paste.name')}
          placeholder={t('paste.name.placeholder')}
          maxLength={200}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <StudentChooser
          withinPortal
          label={t('paste.student')}
          placeholder={t('choose.byName')}
          students={people.students}
          value={student}
          onChange={setStudent}
        />
      </div>
      <OptionsFailed people={people} />
      <Textarea
        label={t('paste.label')}
        description={t('paste.hint')}
        classNames={{ input: classes.pasted ?? '' }}
        autosize
        minRows={10}
        maxRows={16}
        maxLength={uploadLimits.textCharacters}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={submit.isError ? t('paste.failed', { detail: detailOf(submit.error) }) : null}
        data-autofocus
      />
      <p className={classes.count}>{t('words', { count: words, shown: formatNumber(i18n, words) })}</p>
      <WrittenInClassCheckbox checked={writtenInClass} onChange={setWrittenInClass} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button onClick={() => submit.mutate()} disabled={text.trim() === ''} loading={submit.isPending}>
          {t('paste.detect')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
