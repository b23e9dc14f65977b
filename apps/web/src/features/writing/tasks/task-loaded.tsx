import { Button } from '@mantine/core'
import { Problem, type WritingTaskView } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { EmptyState, LoadError } from '../../../ui/empty-state/empty-state.tsx'
import { Loading } from '../../../ui/loading/loading.tsx'
import { PageHeader } from '../../../ui/page-header/page-header.tsx'
import { taskListAddress } from './addresses.ts'
import type { useTask } from './queries.ts'

/** Shows what needs a task once it is loaded, and why it cannot be shown otherwise. */
export function TaskLoaded({ view, children }: { view: ReturnType<typeof useTask>; children: (view: WritingTaskView) => ReactNode }) {
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
  return <LoadError onRetry={() => void view.refetch()}>{t('list.failed', { detail: detailOf(view.error) })}</LoadError>
}
