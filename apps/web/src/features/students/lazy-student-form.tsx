import { type ComponentProps, lazy, Suspense } from 'react'
import { Loading } from '../../ui/loading/loading.tsx'

const Form = lazy(async () => ({ default: (await import('./student-form.tsx')).StudentForm }))

/** The form of a student, fetched when it is first shown: its validation is larger than the screens that open it. */
export function StudentForm(props: ComponentProps<typeof Form>) {
  return (
    <Suspense fallback={<Loading region="page" />}>
      <Form {...props} />
    </Suspense>
  )
}
