import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ChangeTask, NewTask } from '../../features/authorship/tasks/edit-task.tsx'
import { TaskList } from '../../features/authorship/tasks/task-list.tsx'
import { TaskScreen } from '../../features/authorship/tasks/task-screen.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

// One file, because shared modules are grouped by how many page files use them
// (docs/decisions/0035-small-bundles.md).

function Page({ children }: { children: ReactNode }) {
  const { t } = useTranslation('writing-tasks')
  return (
    <SignedIn title={t('title')} required={t('loginRequired')}>
      {children}
    </SignedIn>
  )
}

export function TaskListPage() {
  return (
    <Page>
      <TaskList />
    </Page>
  )
}

export function NewTaskPage() {
  return (
    <Page>
      <NewTask />
    </Page>
  )
}

export function TaskPage() {
  const { taskId = '' } = useParams()
  return (
    <Page>
      <TaskScreen key={taskId} id={taskId} />
    </Page>
  )
}

export function ChangeTaskPage() {
  const { taskId = '' } = useParams()
  return (
    <Page>
      <ChangeTask key={taskId} id={taskId} />
    </Page>
  )
}
