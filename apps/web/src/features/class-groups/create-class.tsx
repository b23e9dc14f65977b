import { type ClassGroup, routes } from '@penmark/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { ClassForm } from './class-form.tsx'
import { keepClassGroup } from './queries.ts'

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
          const created = await call(routes.createClassGroup, input)
          keepClassGroup(queryClient, created)
          toast.success(t('created'))
          onCreated(created)
        }}
        failed={(detail) => t('createFailed', { detail })}
        onCancel={onClose}
      />
    </Dialog>
  )
}
