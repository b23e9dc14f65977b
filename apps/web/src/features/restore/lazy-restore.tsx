import { lazy, Suspense } from 'react'
import { Loading } from '../../ui/loading/loading.tsx'
import type { Restore } from './restore.tsx'

const Loaded = lazy(async () => ({ default: (await import('./restore.tsx')).Restore }))

/** Loaded once somebody wants to restore: hardly anybody who opens these pages does. */
export function LazyRestore(props: Parameters<typeof Restore>[0]) {
  return (
    <Suspense fallback={<Loading region="page" />}>
      <Loaded {...props} />
    </Suspense>
  )
}
