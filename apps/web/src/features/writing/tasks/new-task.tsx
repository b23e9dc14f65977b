import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { className } from '../../../lib/names/names.ts'
import { EmptyState, LoadError } from '../../../ui/empty-state/empty-state.tsx'
import { Loading } from '../../../ui/loading/loading.tsx'
import { BackTo, PageHeader } from '../../../ui/page-header/page-header.tsx'
import { taskAddress, taskListAddress } from './addresses.ts'
import { useSetTask, useTaskClasses } from './queries.ts'
import { TaskForm } from './task-form.tsx'

/** Sets a task for a class. */
export function NewTask() {
  const { t } = useTranslation('writing-tasks')
  const navigate = useNavigate()
  const [place] = useSearchParams()
  const choices = useTaskClasses()
  const set = useSetTask()
  return (
    <>
      <PageHeader title={t('new')} lead={t('new.lead')} back={<BackTo to={taskListAddress}>{t('title')}</BackTo>} />
      {choices.isPending ? (
        <Loading region="page" />
      ) : choices.data === undefined ? (
        <LoadError onRetry={() => void choices.refetch()}>{t('classes.failed', { detail: detailOf(choices.error) })}</LoadError>
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
          choices={choices.data.map((each) => ({ value: each.id, label: className(each) }))}
          classId={choices.data.find(({ id }) => id === place.get('class'))?.id ?? ''}
          submit={t('form.set')}
          busy={set.isPending}
          failure={set.error}
          onSave={({ pin = null, ...input }) => set.mutate({ ...input, pin }, { onSuccess: ({ id }) => void navigate(taskAddress(id)) })}
          onCancel={() => void navigate(taskListAddress)}
        />
      )}
    </>
  )
}
