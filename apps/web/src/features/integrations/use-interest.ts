import { type IntegrationName, routes } from '@penmark/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

/** Says which integration one would like. */
export function useInterest() {
  return useMutation({ mutationFn: (integration: IntegrationName) => call(routes.registerInterest, { integration }) })
}
