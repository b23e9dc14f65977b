import { routes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../call/call.ts'

/** What the operator decided for everybody; undefined until it is known. */
export function useSettings() {
  return useQuery({ queryKey: ['settings'], queryFn: () => call(routes.readSettings, {}), staleTime: Number.POSITIVE_INFINITY }).data
}
