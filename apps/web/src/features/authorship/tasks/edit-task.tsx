import { Button } from '@mantine/core'
import { Problem, type WritingTaskView } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { className } from '../../../lib/format/format.ts'
import { BackTo, PageHeader } from '../../../ui/page-header/page-header.tsx'
import { EmptyState, LoadError, Loading } from '../../../ui/page-state/page-state.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import {
  taskAddress,
  taskListAddress,
  useChangeTask,
  useSetTask,
  useTask,
  useTaskClasses,
} from './queries.ts'
import { TaskForm } from './task-form.tsx'

/** Sets a task for a class. */
export function NewTask() {
  const { t } = useTranslation('writing-tasks')
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const choices = useTaskClasses()
  const set = useSetTask()
  return (
    <>
      <PageHeader
        title={t('new')}
        lead={t('new.lead')}
        back={<BackTo to={taskListAddress}>{t('title')}</BackTo>}
      />
      {choices.isPending ? (
        <Loading region="page" />
      ) : choices.data === undefined ? (
        <LoadError onRetry={() => void choices.refetch()}>
          {t('classes.failed', { detail: detailOf(choices.error) })}
        </LoadError>
      ) : choices.data.length === 0 ? (
        <EmptyState
          action={
            <Button component={Link} to="/classes">
              {t('noClasses.action')}
            </Button>
          }
        >
          {t('noClasses')}
        </EmptyState>
      ) : (
        <TaskForm
          choices={choices.data.map((classGroup) => ({ value: classGroup.id, label: className(classGroup) }))}
          classId={choices.data.find(({ id }) => id === searchParams.get('class'))?.id ?? ''}
          submit={t('form.set')}
          busy={set.isPending}
          failure={set.error}
          onSave={({ pin = null, ...input }) =>
            set.mutate({ ...input, pin }, { onSuccess: ({ id }) => void navigate(taskAddress(id)) })
          }
          onCancel={() => void navigate(taskListAddress)}
        />
      )}
    </>
  )
}

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
          <PageHeader
            title={t('change.title')}
            lead={t('change.lead')}
            back={<BackTo to={taskAddress(id)}>{task.title}</BackTo>}
          />
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

/** Renders its children with the loaded task, or says why it could not be loaded. */
export function TaskLoaded({
  view,
  children,
}: {
  view: ReturnType<typeof useTask>
  children: (view: WritingTaskView) => ReactNode
}) {
  const { t } = useTranslation('writing-tasks')
  if (view.data) return children(view.data)
  if (view.isPending) return <Loading region="page" />
  if (view.error instanceof Problem && view.error.code === 'not_found')
    return (
      <>
        <PageHeader title={t('missing')} />
        <EmptyState
          drawing="lost"
          action={
            <Button component={Link} to={taskListAddress}>
              {t('missing.action')}
            </Button>
          }
        >
          {t('missing.text')}
        </EmptyState>
      </>
    )
  return (
    <LoadError onRetry={() => void view.refetch()}>
      {t('list.failed', { detail: detailOf(view.error) })}
    </LoadError>
  )
}
