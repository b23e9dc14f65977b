import { teacherRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { call } from '../../lib/call/call.ts'

const queryKey = ['withdrawn-findings'] as const

/** Loaded only after an update that withdrew a finding. */
const WithdrawnList = lazy(() => import('./withdrawn-list.tsx'))

/** Names the reports whose finding does not stand by today's measure, until the teacher puts it away. */
export function WithdrawnNotice() {
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(teacherRoutes.readWithdrawnFindings, {}, { signal }),
  })
  if (data === undefined || data.total === 0) return null
  return (
    <Suspense>
      <WithdrawnList found={data} queryKey={queryKey} />
    </Suspense>
  )
}
