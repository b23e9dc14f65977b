import { teacherRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../call/call.ts'

/** The installation's public settings; undefined until loaded. */
export function useSettings() {
  return useQuery({ queryKey: ['settings'], queryFn: () => call(teacherRoutes.readSettings, {}), staleTime: Number.POSITIVE_INFINITY }).data
}
