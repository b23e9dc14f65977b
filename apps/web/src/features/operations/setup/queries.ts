import {
  caseAppealRoutes,
  type SetupChecks,
  setupRoutes,
  type TestEmail,
  teacherRoutes,
} from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'

const keys = { state: ['setup'], standing: ['setup', 'standing'], checks: ['setup', 'checks'] } as const

export const useSetupState = () =>
  useQuery({ queryKey: keys.state, queryFn: ({ signal }) => call(setupRoutes.readSetup, {}, { signal }) })

export const useStanding = () =>
  useQuery({
    queryKey: keys.standing,
    queryFn: ({ signal }) => call(setupRoutes.readSetupStanding, {}, { signal }),
  })

export function useClaim() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(setupRoutes.claimSetup, { code }),
    onSuccess: (standing) => client.setQueryData(keys.standing, standing),
  })
}

export interface MeasuredChecks extends SetupChecks {
  /** How far this device's clock is ahead of the server's. */
  clockAheadMs: number
}

/** The server read its clock about halfway between the request and the answer. */
async function readChecks(signal: AbortSignal): Promise<MeasuredChecks> {
  const askedAt = Date.now()
  const checks = await call(setupRoutes.readSetupChecks, {}, { signal })
  return { ...checks, clockAheadMs: (askedAt + Date.now()) / 2 - Date.parse(checks.server_time) }
}

/** The people to whom appeals of students go. */
export const useReviewers = () =>
  useQuery({
    queryKey: ['admin', 'appeal-reviewers'],
    queryFn: ({ signal }) => call(caseAppealRoutes.listAppealReviewers, {}, { signal }),
  })

export const useChecks = () =>
  useQuery({ queryKey: keys.checks, queryFn: ({ signal }) => readChecks(signal) })

const pollEveryMs = 1_000

/** Sends a test email and polls it until it was sent or has failed for good. */
export function useTestEmail() {
  const { i18n } = useTranslation()
  const [id, setId] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: () => call(setupRoutes.sendTestEmail, { language: i18n.language }),
    onSuccess: (sent) => setId(sent.id),
  })
  const followed = useQuery<TestEmail>({
    queryKey: ['setup', 'test-email', id],
    queryFn: ({ signal }) => call(setupRoutes.readTestEmail, { id: id ?? '' }, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'waiting' ? pollEveryMs : false,
  })
  return {
    send: () => send.mutate(),
    error: send.error,
    isSending: send.isPending,
    email: followed.data ?? send.data ?? null,
  }
}

export function useAddSamples() {
  const client = useQueryClient()
  const { i18n } = useTranslation()
  return useMutation({
    mutationFn: () => call(teacherRoutes.addSamples, { language: i18n.language }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.checks }),
  })
}

export function useFinish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(setupRoutes.finishSetup, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.checks }),
  })
}
