import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { ClassGroupInput } from '@penmark/contract'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { detailOf } from '../../lib/call/failure.ts'
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './class-groups.module.css'

type Values = z.output<typeof ClassGroupInput>

interface ClassFormProps {
  name: string
  year: string
  submit: string
  /** Saves; what it throws is told above the fields. */
  onSave: (input: Values) => Promise<unknown>
  /** The sentence for a failure, given its detail. */
  failed: (detail: string) => string
  onCancel: () => void
}

/** Name and academic year of a class. */
export function ClassForm({ name, year, submit, onSave, failed, onCancel }: ClassFormProps) {
  const { t } = useTranslation(['classes', 'ui'])
  const { register, handleSubmit, formState, setError } = useForm<z.input<typeof ClassGroupInput>, unknown, Values>({
    resolver: zodResolver(ClassGroupInput),
    defaultValues: { class_name: name, academic_year: year },
  })
  const { errors, isSubmitting } = formState
  const save = handleSubmit(async (input) => {
    try {
      await onSave(input)
    } catch (thrown) {
      setError('root', { message: failed(detailOf(thrown)) })
    }
  })
  const nameError = errors.class_name && t(errors.class_name.type === 'too_big' ? 'field.tooLong' : 'field.nameRequired')
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
      <div className={classes.fields}>
        <TextInput
          {...register('class_name')}
          label={t('field.name')}
          withAsterisk
          aria-required
          data-autofocus
          error={nameError ?? null}
          autoComplete="off"
        />
        <TextInput
          {...register('academic_year')}
          label={t('field.year')}
          description={t('field.year.note')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={errors.academic_year ? t('field.tooLong') : null}
          autoComplete="off"
        />
      </div>
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={isSubmitting}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  )
}
