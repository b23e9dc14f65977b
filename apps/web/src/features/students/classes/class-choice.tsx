import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClasses } from '../queries.ts'
import classes from '../students.module.css'
import { ClassSelect } from './class-select.tsx'
import { CreateClassDialog } from './create-class-dialog.tsx'

interface ClassChoiceProps {
  value: string | null
  onChange: (classId: string | null) => void
}

const create = 'create'

/** The one class of a new student, which can be created here. */
export function ClassChoice({ value, onChange }: ClassChoiceProps) {
  const { t } = useTranslation('students')
  const { classes: all } = useClasses()
  const [creating, setCreating] = useState(false)
  const first = useMemo(() => ({ value: create, label: t('class.createNew') }), [t])
  return (
    <>
      <ClassSelect
        label={t('class.label')}
        description={t('class.note')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        className={classes.wide ?? ''}
        classes={all}
        first={first}
        value={value}
        onChange={(chosen) => (chosen === create ? setCreating(true) : onChange(chosen))}
      />
      <CreateClassDialog
        opened={creating}
        action={t('creator.create')}
        onMade={({ id }) => onChange(id)}
        onClose={() => setCreating(false)}
      />
    </>
  )
}
