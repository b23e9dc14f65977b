import { type ComponentProps, lazy, Suspense } from 'react'
import { loadNamespaces } from '../../../../lib/i18n/i18n.ts'

/** Loaded after the list of documents, which most visits are about. */
const Loaded = lazy(async () => {
  const [{ StudentWriting }] = await Promise.all([
    import('./student-writing.tsx'),
    loadNamespaces(['report']),
  ])
  return { default: StudentWriting }
})

export function LazyStudentWriting(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
