import { analyticsRoutes, Problem } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'

/** Below the documents' key, so that every change of a document refreshes the figures too. */
const keys = {
  all: ['documents', 'analytics'],
  classes: ['documents', 'analytics', 'classes'],
  classDetails: ['documents', 'analytics', 'class'],
} as const

export function useAnalytics() {
  return useQuery({
    queryKey: keys.all,
    queryFn: ({ signal }) => call(analyticsRoutes.readAnalytics, {}, { signal }),
  })
}

export function useClassTallies() {
  return useQuery({
    queryKey: keys.classes,
    queryFn: ({ signal }) => call(analyticsRoutes.listClassTallies, {}, { signal }),
  })
}

/** One class by month; disabled without an id. */
export function useClassAnalytics(id: string | null) {
  return useQuery({
    queryKey: [...keys.classDetails, id],
    queryFn: ({ signal }) => call(analyticsRoutes.readClassAnalytics, { id: id ?? '' }, { signal }),
    enabled: id !== null,
    retry: false,
  })
}

/** Whether the response did not match the contract. */
function isContractMismatch(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unexpected' && error.cause instanceof Error
}

/**
 * Why the recent documents failed to load: the server's message, or that its response did not match the
 * contract.
 */
export function activityDetail(error: unknown, mismatchMessage: string): string {
  return isContractMismatch(error) ? mismatchMessage : detailOf(error)
}
