import { Button, Skeleton } from '@mantine/core'
import { Problem, type Student } from '@penmark/contract'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { PageHeader } from '../../../ui/page-header/page-header.tsx'
import { EmptyState, Loading } from '../../../ui/page-state/page-state.tsx'
import { useStudent } from './queries.ts'
import classes from './students.module.css'

interface StudentLoaderProps {
  id: string
  /** The back link, also shown when there is no such student. */
  back: ReactNode
  children: (student: Student) => ReactNode
}

/** Loads a student and renders the children with it. */
export function StudentLoader({ id, back, children }: StudentLoaderProps) {
  const { t } = useTranslation(['students', 'ui'])
  const { data, error, refetch } = useStudent(id)
  if (data) return children(data)
  const isMissing = error instanceof Problem && error.code === 'not_found'
  return (
    <>
      <PageHeader title={t(isMissing ? 'notFound' : 'student')} back={back} />
      {error === null ? (
        <div className={classes.card} aria-busy="true">
          {Array.from({ length: 5 }, (_, fact) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
            <Skeleton key={fact} height={36} width="70%" />
          ))}
        </div>
      ) : (
        <div role="alert">
          <EmptyState
            drawing={isMissing ? 'lost' : 'trouble'}
            action={
              isMissing ? (
                <Button component={Link} to="/students">
                  {t('notFound.action')}
                </Button>
              ) : (
                <Button onClick={() => void refetch()}>{t('ui:retry')}</Button>
              )
            }
          >
            {isMissing ? t('notFound.text') : t('listFailed', { detail: detailOf(error) })}
          </EmptyState>
        </div>
      )}
    </>
  )
}

const Form = lazy(async () => ({ default: (await import('./student-form.tsx')).StudentForm }))

/**
 * The form of a student, fetched when it is first shown: its validation is larger than the screens that open
 * it.
 */
export function StudentForm(props: ComponentProps<typeof Form>) {
  return (
    <Suspense fallback={<Loading region="page" />}>
      <Form {...props} />
    </Suspense>
  )
}
