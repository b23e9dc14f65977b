import { Button, TextInput } from '@mantine/core'
import { type ClassGroup, type Student, teacherRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { className } from '../../lib/format/format.ts'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import type { SearchSelectProps } from '../../ui/search-select/opened-select.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { invalidateStudents, leaveClass, useClasses } from './queries.ts'
import classes from './students.module.css'

/** The classes of an existing student. Every change is saved at once, independent of the form. */
export function ClassCard({ student }: { student: Student }) {
  const { t } = useTranslation('students')
  const queryClient = useQueryClient()
  const { classes: all, byId } = useClasses()
  const [chosen, setChosen] = useState<string | null>(null)
  const [creating, setCreating] = useState(false)
  const refresh = () => invalidateStudents(queryClient)
  const assign = useMutation({
    mutationFn: (classId: string) => call(teacherRoutes.addClassStudent, { id: classId, student_id: student.id }),
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
  const own = student.class_group_ids.flatMap((id): ClassGroup[] => {
    const known = byId.get(id)
    return known ? [known] : []
  })
  const others = all.filter(({ id }) => !student.class_group_ids.includes(id))
  return (
    <fieldset className={classes.classCard}>
      <legend className={classes.legend}>{t('class.card')}</legend>
      <p className={classes.soft}>{t('class.card.note')}</p>
      {own.length === 0 ? (
        <p className={classes.noClass}>{t('class.none')}</p>
      ) : (
        <ul className={classes.classList}>
          {own.map((each) => (
            <li key={each.id}>
              <span className={classes.line}>{className(each)}</span>
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={remove.isPending}
                onClick={() => remove.mutate(each.id)}
                aria-label={t('class.remove.label', { name: className(each) })}
              >
                {t('class.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.assign}>
        <ClassSelect aria-label={t('class.label')} classes={others} value={chosen} onChange={setChosen} />
        <Button variant="default" disabled={chosen === null} loading={assign.isPending} onClick={() => chosen && assign.mutate(chosen)}>
          {t('class.assign')}
        </Button>
        <Button variant="default" onClick={() => setCreating(true)}>
          {t('class.createAndAssign')}
        </Button>
      </div>
      <CreateClassDialog
        opened={creating}
        action={t('creator.createAndAssign')}
        onMade={({ id }) => assign.mutate(id)}
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
    () => [...(first ? [first] : []), ...classes.map((each) => ({ value: each.id, label: className(each) }))],
    [classes, first],
  )
  return <SearchSelect data={data} placeholder={t('class.placeholder')} nothingFoundMessage={t('class.nothing')} {...rest} />
}

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
