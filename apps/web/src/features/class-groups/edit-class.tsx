import { type ClassGroup, routes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { SectionHeader } from '../../ui/page-header/section-header.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { ClassForm } from './class-form.tsx'
import classes from './class-groups.module.css'
import { keepClassGroup } from './queries.ts'

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
          keepClassGroup(queryClient, await call(routes.updateClassGroup, { id: classGroup.id, ...input }))
          toast.success(t('updated'))
          onDone()
        }}
        failed={(detail) => t('updateFailed', { detail })}
        onCancel={onDone}
      />
    </section>
  )
}
