import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { Problem, rosterRoutes, type Student, StudentInput } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import { invalidateStudents, useClasses } from './queries.ts'
import { ClassCard, ClassSelect, CreateClassDialog } from './student-classes.tsx'
import classes from './students.module.css'

interface ClassChoiceProps {
  value: string | null
  onChange: (classId: string | null) => void
}

const createOption = 'create'

/** The one class of a new student, which can be created here. */
function ClassChoice({ value, onChange }: ClassChoiceProps) {
  const { t } = useTranslation('students')
  const { classes: allClasses } = useClasses()
  const [creating, setCreating] = useState(false)
  const createChoice = useMemo(() => ({ value: createOption, label: t('class.createNew') }), [t])
  return (
    <>
      <ClassSelect
        label={t('class.label')}
        description={t('class.note')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        className={classes.wide ?? ''}
        classes={allClasses}
        first={createChoice}
        value={value}
        onChange={(chosen) => (chosen === createOption ? setCreating(true) : onChange(chosen))}
      />
      <CreateClassDialog
        opened={creating}
        action={t('creator.create')}
        onCreated={({ id }) => onChange(id)}
        onClose={() => setCreating(false)}
      />
    </>
  )
}

type Values = z.input<typeof StudentInput>
type InputWrapperOrder = NonNullable<TextInputProps['inputWrapperOrder']>
type Name = keyof Values

const names = [
  'first_name',
  'last_name',
  'email',
  'external_student_id',
  'year_group',
  'descriptor',
] as const satisfies readonly Name[]

interface StudentFormProps {
  /** Null for a new one. */
  student: Student | null
  /** Sent with a new one; unknown while the profile is. */
  teacherId?: string | undefined
  onSaved: (student: Student) => void
  onCancel: () => void
}

function valuesOf(student: Student | null): Values {
  const {
    first_name = '',
    last_name = '',
    email,
    external_student_id,
    year_group,
    descriptor,
  } = student ?? {}
  return {
    first_name,
    last_name,
    email: email ?? '',
    external_student_id: external_student_id ?? '',
    year_group: year_group ?? '',
    descriptor: descriptor ?? '',
  }
}

/**
 * Adds or changes a student. A new one gets one class at most; an existing one's classes can all be changed.
 */
export function StudentForm({ student, teacherId, onSaved, onCancel }: StudentFormProps) {
  const { t } = useTranslation(['students', 'ui'])
  const queryClient = useQueryClient()
  const [classId, setClassId] = useState<string | null>(null)
  const { register, handleSubmit, formState, setError } = useForm<
    Values,
    unknown,
    z.output<typeof StudentInput>
  >({
    // The contract's validation, which also turns empty values into null, with our own messages.
    resolver: zodResolver(StudentInput),
    defaultValues: valuesOf(student),
  })
  const { errors, isSubmitting } = formState

  const addToClass = async (saved: Student) => {
    if (classId === null) return
    try {
      await call(rosterRoutes.addClassStudent, { id: classId, student_id: saved.id })
    } catch (thrown) {
      toast.error(t('form.addedButNotToClass', { detail: detailOf(thrown) }))
    }
  }
  const submit = handleSubmit(async (input) => {
    try {
      const saved = await (student
        ? call(rosterRoutes.updateStudent, { id: student.id, ...input })
        : call(rosterRoutes.createStudent, { ...input, teacher_id: teacherId }))
      if (!student) await addToClass(saved)
      await invalidateStudents(queryClient)
      onSaved(saved)
    } catch (thrown) {
      const refused = thrown instanceof Problem ? refusedFields(thrown) : []
      for (const { name, message } of refused) setError(name, { type: 'server', message })
      if (refused.length === 0) setError('root', { message: t('form.failed', { detail: detailOf(thrown) }) })
    }
  })
  const field = (name: Name, isRequired = false) => ({
    ...register(name),
    label: t(`field.${name}`),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies InputWrapperOrder,
    withAsterisk: isRequired,
    'aria-required': isRequired,
    error: errorOf(errors, name, t),
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
      {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
      <div className={classes.fields}>
        <TextInput {...field('first_name', true)} data-autofocus autoComplete="off" />
        <TextInput {...field('last_name', true)} autoComplete="off" />
        <TextInput {...field('email')} type="email" autoComplete="off" />
        <TextInput
          {...field('external_student_id')}
          description={t('field.external_student_id.note')}
          autoComplete="off"
        />
        <TextInput {...field('year_group')} description={t('field.year_group.note')} autoComplete="off" />
        <Textarea
          {...field('descriptor')}
          description={t('field.descriptor.note')}
          autosize
          minRows={2}
          className={classes.wide ?? ''}
        />
        {!student && <ClassChoice value={classId} onChange={setClassId} />}
      </div>
      {student && <ClassCard student={student} />}
      <div className={classes.formActions}>
        <Button variant="default" onClick={onCancel}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={isSubmitting}>
          {student ? t('form.save') : t('form.add')}
        </Button>
      </div>
    </form>
  )
}

/** The fields that a refusal concerns: those that the server names, or the external id if it is taken. */
function refusedFields({ code, message, fields = [] }: Problem): { name: Name; message: string }[] {
  if (code === 'conflict') return [{ name: 'external_student_id', message }]
  return fields.flatMap(({ loc, msg }) => {
    const name = names.find((known) => known === loc.at(-1))
    return name ? [{ name, message: msg }] : []
  })
}

type Translate = ReturnType<typeof useTranslation<['students', 'ui']>>['t']

function errorOf(errors: FieldErrors<Values>, name: Name, t: Translate): string | null {
  const error = errors[name]
  if (!error) return null
  if (error.type === 'server') return error.message ?? null
  if (error.type === 'too_big') return t('field.tooLong')
  if (name === 'email') return t('field.email.invalid')
  return t(name === 'last_name' ? 'field.last_name.required' : 'field.first_name.required')
}
