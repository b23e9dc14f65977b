import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { type ClassGroup, ClassGroupInput, rosterRoutes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from './class-groups.module.css'
import { cacheClassGroup } from './queries.ts'

type Values = z.output<typeof ClassGroupInput>

interface ClassFormProps {
  name: string
  year: string
  submit: string
  /** Saves; errors are shown above the fields. */
  onSave: (input: Values) => Promise<unknown>
  /** Makes the error message from its detail. */
  failed: (detail: string) => string
  onCancel: () => void
}

/** Name and academic year of a class. */
function ClassForm({ name, year, submit, onSave, failed, onCancel }: ClassFormProps) {
  const { t } = useTranslation(['classes', 'ui'])
  const { register, handleSubmit, formState, setError } = useForm<
    z.input<typeof ClassGroupInput>,
    unknown,
    Values
  >({
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
  const nameError =
    errors.class_name && t(errors.class_name.type === 'too_big' ? 'field.tooLong' : 'field.nameRequired')
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

interface CreateClassProps {
  opened: boolean
  onClose: () => void
  onCreated: (classGroup: ClassGroup) => void
}

/** Asks for the name and year of a new class. */
export function CreateClass({ opened, onClose, onCreated }: CreateClassProps) {
  const { t } = useTranslation('classes')
  const queryClient = useQueryClient()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('create.title')}>
      <ClassForm
        name=""
        year=""
        submit={t('create.submit')}
        onSave={async (input) => {
          const created = await call(rosterRoutes.createClassGroup, input)
          cacheClassGroup(queryClient, created)
          toast.success(t('created'))
          onCreated(created)
        }}
        failed={(detail) => t('createFailed', { detail })}
        onCancel={onClose}
      />
    </Dialog>
  )
}

interface EditClassProps {
  classGroup: ClassGroup
  /** Leaves edit mode. */
  onDone: () => void
}

/** Changes name and year of a class. */
export function EditClass({ classGroup, onDone }: EditClassProps) {
  const { t } = useTranslation('classes')
  const queryClient = useQueryClient()
  return (
    <section aria-label={t('edit.title')} className={classes.edit}>
      <SectionHeader title={t('edit.title')} />
      <ClassForm
        key={classGroup.updated_at}
        name={classGroup.class_name}
        year={classGroup.academic_year ?? ''}
        submit={t('edit.submit')}
        onSave={async (input) => {
          cacheClassGroup(
            queryClient,
            await call(rosterRoutes.updateClassGroup, { id: classGroup.id, ...input }),
          )
          toast.success(t('updated'))
          onDone()
        }}
        failed={(detail) => t('updateFailed', { detail })}
        onCancel={onDone}
      />
    </section>
  )
}
