import { Button, TextInput } from '@mantine/core'
import { type ClassGroup, teacherRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import classes from '../students.module.css'

interface CreateClassDialogProps {
  opened: boolean
  /** The button's label: the class may be assigned at once. */
  action: string
  onMade: (classGroup: ClassGroup) => void
  onClose: () => void
}

/** Creates a class from within another form: name and year, both required here. */
export function CreateClassDialog({ opened, onClose, ...form }: CreateClassDialogProps) {
  const { t } = useTranslation('students')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('creator.title')}>
      <CreateClassForm onClose={onClose} {...form} />
    </Dialog>
  )
}

function CreateClassForm({ action, onMade, onClose }: Omit<CreateClassDialogProps, 'opened'>) {
  const { t } = useTranslation(['students', 'ui'])
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [year, setYear] = useState('')
  const [tried, setTried] = useState(false)
  const make = useMutation({
    mutationFn: () => call(teacherRoutes.createClassGroup, { class_name: name, academic_year: year }),
    onSuccess: async (createdClass) => {
      await queryClient.invalidateQueries({ queryKey: ['class-groups'] })
      onMade(createdClass)
      onClose()
    },
  })
  const missing = (value: string) => tried && value.trim() === ''
  const submit = () => {
    setTried(true)
    if (name.trim() !== '' && year.trim() !== '') make.mutate()
  }
  // Not a form element: the dialog opens from within one, and forms cannot be nested.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  }
  return (
    <div className={classes.creator}>
      {make.isError && <Notice tone="error">{t('creator.failed', { detail: detailOf(make.error) })}</Notice>}
      <TextInput
        label={t('creator.name')}
        withAsterisk
        aria-required
        data-autofocus
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={onKeyDown}
        error={missing(name) && t('creator.name.required')}
      />
      <TextInput
        label={t('creator.year')}
        placeholder="2026/27"
        withAsterisk
        aria-required
        maxLength={50}
        value={year}
        onChange={({ currentTarget }) => setYear(currentTarget.value)}
        onKeyDown={onKeyDown}
        error={missing(year) && t('creator.year.required')}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button onClick={submit} loading={make.isPending}>
          {action}
        </Button>
      </DialogActions>
    </div>
  )
}
