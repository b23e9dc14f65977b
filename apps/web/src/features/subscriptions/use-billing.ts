import { routes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

/** The own subscription, and what can be bought. */
export function useBilling() {
  return useQuery({ queryKey: ['billing'], queryFn: () => call(routes.readBilling, {}), staleTime: 0 })
}
