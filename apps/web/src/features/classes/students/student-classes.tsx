import { Button, TextInput } from '@mantine/core'
import { type ClassGroup, rosterRoutes, type Student } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { className } from '../../../lib/format/format.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import type { SearchSelectProps } from '../../../ui/search-select/opened-select.tsx'
import { SearchSelect } from '../../../ui/search-select/search-select.tsx'
import text from '../../../ui/theme/text.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import { invalidateStudents, leaveClass, useClasses } from './queries.ts'
import classes from './students.module.css'

/** The classes of an existing student. Every change is saved at once, independent of the form. */
export function ClassCard({ student }: { student: Student }) {
  const { t } = useTranslation('students')
  const queryClient = useQueryClient()
  const { classes: allClasses, byId } = useClasses()
  const [chosen, setChosen] = useState<string | null>(null)
  const [creating, setCreating] = useState(false)
  const refresh = () => invalidateStudents(queryClient)
  const assign = useMutation({
    mutationFn: (classId: string) =>
      call(rosterRoutes.addClassStudent, { id: classId, student_id: student.id }),
    onSuccess: () => {
      setChosen(null)
      toast.success(t('class.added'))
      return refresh()
    },
    onError: (thrown) => toast.error(t('class.addFailed', { detail: detailOf(thrown) })),
  })
  const remove = useMutation({
    mutationFn: (classId: string) => leaveClass(classId, student.id),
    onSuccess: () => {
      toast.success(t('class.removed'))
      return refresh()
    },
    onError: (thrown) => toast.error(t('class.removeFailed', { detail: detailOf(thrown) })),
  })
  const studentClasses = student.class_group_ids.flatMap((id): ClassGroup[] => {
    const known = byId.get(id)
    return known ? [known] : []
  })
  const others = allClasses.filter(({ id }) => !student.class_group_ids.includes(id))
  return (
    <fieldset className={classes.classCard}>
      <legend className={classes.legend}>{t('class.card')}</legend>
      <p className={text.note}>{t('class.card.note')}</p>
      {studentClasses.length === 0 ? (
        <p className={classes.noClass}>{t('class.none')}</p>
      ) : (
        <ul className={classes.classList}>
          {studentClasses.map((classGroup) => (
            <li key={classGroup.id}>
              <span>{className(classGroup)}</span>
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={remove.isPending}
                onClick={() => remove.mutate(classGroup.id)}
                aria-label={t('class.remove.label', { name: className(classGroup) })}
              >
                {t('class.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.assign}>
        <ClassSelect aria-label={t('class.label')} classes={others} value={chosen} onChange={setChosen} />
        <Button
          variant="default"
          disabled={chosen === null}
          loading={assign.isPending}
          onClick={() => chosen && assign.mutate(chosen)}
        >
          {t('class.assign')}
        </Button>
        <Button variant="default" onClick={() => setCreating(true)}>
          {t('class.createAndAssign')}
        </Button>
      </div>
      <CreateClassDialog
        opened={creating}
        action={t('creator.createAndAssign')}
        onCreated={({ id }) => assign.mutate(id)}
        onClose={() => setCreating(false)}
      />
    </fieldset>
  )
}

interface ClassSelectProps extends Omit<SearchSelectProps, 'data' | 'placeholder' | 'nothingFoundMessage'> {
  classes: readonly ClassGroup[]
  /** Offered before all classes. */
  first?: { value: string; label: string }
}

/** Chooses one class by typing a part of its name. */
export function ClassSelect({ classes, first, ...rest }: ClassSelectProps) {
  const { t } = useTranslation('students')
  const data = useMemo(
    () => [
      ...(first ? [first] : []),
      ...classes.map((classGroup) => ({ value: classGroup.id, label: className(classGroup) })),
    ],
    [classes, first],
  )
  return (
    <SearchSelect
      data={data}
      placeholder={t('class.placeholder')}
      nothingFoundMessage={t('class.nothing')}
      {...rest}
    />
  )
}

interface CreateClassDialogProps {
  opened: boolean
  /** The button's label: the class may be assigned at once. */
  action: string
  onCreated: (classGroup: ClassGroup) => void
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

function CreateClassForm({ action, onCreated, onClose }: Omit<CreateClassDialogProps, 'opened'>) {
  const { t } = useTranslation(['students', 'ui'])
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [year, setYear] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const create = useMutation({
    mutationFn: () => call(rosterRoutes.createClassGroup, { class_name: name, academic_year: year }),
    onSuccess: async (createdClass) => {
      await queryClient.invalidateQueries({ queryKey: ['class-groups'] })
      onCreated(createdClass)
      onClose()
    },
  })
  const missing = (value: string) => isSubmitted && value.trim() === ''
  const submit = () => {
    setSubmitted(true)
    if (name.trim() !== '' && year.trim() !== '') create.mutate()
  }
  // Not a form element: the dialog opens from within one, and forms cannot be nested.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    submit()
  }
  return (
    <div className={classes.creator}>
      {create.isError && (
        <Notice tone="error">{t('creator.failed', { detail: detailOf(create.error) })}</Notice>
      )}
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
        <Button onClick={submit} loading={create.isPending}>
          {action}
        </Button>
      </DialogActions>
    </div>
  )
}
