import { type ApiKeyInput, integrationRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

const key = ['api-keys']

/** A colon in a key would select another namespace. */
export const scopeWords = {
  'documents:write': 'keys.scope.send',
  'documents:read': 'keys.scope.look',
  'reports:read': 'keys.scope.read',
  'cases:read': 'keys.scope.cases',
  'writing:read': 'keys.scope.writing',
} as const

/** The teacher's API keys, newest first. */
export function useApiKeys() {
  return useQuery({ queryKey: key, queryFn: () => call(integrationRoutes.listApiKeys, {}), staleTime: 0 })
}

/** The response contains the key itself, which is only kept in the dialog that shows it. */
export function useMakeApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ApiKeyInput) => call(integrationRoutes.createApiKey, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
    gcTime: 0,
  })
}

export function useRevokeApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(integrationRoutes.revokeApiKey, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}
