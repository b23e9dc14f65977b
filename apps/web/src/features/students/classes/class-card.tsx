import { Button } from '@mantine/core'
import { type ClassGroup, type Student, teacherRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { className } from '../../../lib/names/names.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { invalidateStudents, leaveClass, useClasses } from '../queries.ts'
import classes from '../students.module.css'
import { ClassSelect } from './class-select.tsx'
import { CreateClassDialog } from './create-class-dialog.tsx'

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
