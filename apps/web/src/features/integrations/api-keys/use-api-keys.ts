import { type ApiKeyInput, routes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

const key = ['api-keys']

/** A colon in the name of a word would lead to another file of words. */
export const scopeWords = {
  'documents:write': 'keys.scope.send',
  'documents:read': 'keys.scope.look',
  'reports:read': 'keys.scope.read',
} as const

/** Own API keys, newest first. */
export function useApiKeys() {
  return useQuery({ queryKey: key, queryFn: () => call(routes.listApiKeys, {}), staleTime: 0 })
}

/** The answer holds the key itself, which is kept nowhere but in the dialog that shows it. */
export function useMakeApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ApiKeyInput) => call(routes.createApiKey, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
    gcTime: 0,
  })
}

export function useRevokeApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(routes.revokeApiKey, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}
