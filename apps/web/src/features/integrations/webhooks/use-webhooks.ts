import { integrationRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

const key = ['webhooks']
const logKey = (id: string) => ['webhook-log', id]
const pollEveryMs = 2_000

/** The teacher's webhooks, oldest first. */
export function useWebhooks() {
  return useQuery({ queryKey: key, queryFn: () => call(integrationRoutes.listWebhooks, {}), staleTime: 0 })
}

/** The deliveries to one address, polled while any first attempt is pending. */
export function useDeliveries(id: string, opened: boolean) {
  return useQuery({
    queryKey: logKey(id),
    queryFn: () => call(integrationRoutes.listDeliveries, { id }),
    enabled: opened,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((delivery) => delivery.state === 'waiting' && delivery.attempts === 0) ? pollEveryMs : false,
  })
}

/** A mutation of webhooks that refreshes the list afterwards. */
function useWebhookMutation<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: key }), queryClient.invalidateQueries({ queryKey: ['webhook-log'] })]),
    // A response may contain a secret.
    gcTime: 0,
  })
}

export const useAddWebhook = () =>
  useWebhookMutation((input: { url: string; language: string }) => call(integrationRoutes.createWebhook, input))
export const useSwitchWebhook = () =>
  useWebhookMutation((input: { id: string; state: 'on' | 'off' }) => call(integrationRoutes.changeWebhook, input))
export const useTestWebhook = () => useWebhookMutation((id: string) => call(integrationRoutes.testWebhook, { id }))
export const useRotateSecret = () => useWebhookMutation((id: string) => call(integrationRoutes.rotateWebhookSecret, { id }))
export const useRemoveWebhook = () => useWebhookMutation((id: string) => call(integrationRoutes.deleteWebhook, { id }))
