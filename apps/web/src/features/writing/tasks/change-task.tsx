import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BackTo, PageHeader } from '../../../ui/page-header/page-header.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { taskAddress } from './addresses.ts'
import { useChangeTask, useTask } from './queries.ts'
import { TaskForm } from './task-form.tsx'
import { TaskLoaded } from './task-loaded.tsx'

/** Changes what a task says and allows. */
export function ChangeTask({ id }: { id: string }) {
  const { t } = useTranslation('writing-tasks')
  const navigate = useNavigate()
  const view = useTask(id)
  const change = useChangeTask(id)
  const back = () => void navigate(taskAddress(id))
  return (
    <TaskLoaded view={view}>
      {({ task }) => (
        <>
          <PageHeader title={t('change.title')} lead={t('change.lead')} back={<BackTo to={taskAddress(id)}>{task.title}</BackTo>} />
          <TaskForm
            task={task}
            submit={t('change.save')}
            busy={change.isPending}
            failure={change.error}
            onSave={({ class_group_id: _, pin, ...fields }) =>
              change.mutate(pin === undefined ? fields : { ...fields, pin }, {
                onSuccess: () => {
                  toast.success(t('change.saved'))
                  back()
                },
              })
            }
            onCancel={back}
          />
        </>
      )}
    </TaskLoaded>
  )
}
