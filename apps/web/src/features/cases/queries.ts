import {
  type Case,
  type CaseChange,
  type CaseDecisionInput,
  type CaseFilter,
  type CaseStepInput,
  caseLimits,
  caseRoutes,
  listLimits,
  teacherRoutes,
} from '@penmark/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call/call.ts'

export const caseListAddress = '/cases'

export const caseAddress = (id: string) => `/cases/${encodeURIComponent(id)}`

export const caseReportAddress = (id: string, documentId: string) => `${caseAddress(id)}/documents/${encodeURIComponent(documentId)}`

export const appealAddress = (id: string) => `/appeals/${encodeURIComponent(id)}`

export const appealReportAddress = (id: string, documentId: string) => `${appealAddress(id)}/documents/${encodeURIComponent(documentId)}`

export const listsKey = ['cases', 'list'] as const
export const caseKey = (id: string) => ['cases', 'one', id] as const

/** Own cases, the last changed first, more on demand. */
export function useCases(filter: CaseFilter, { enabled = true } = {}) {
  return useInfiniteQuery({
    queryKey: [...listsKey, filter],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => call(caseRoutes.listCases, { ...filter, offset, limit: caseLimits.pageSize }, { signal }),
    getNextPageParam: (last, _pages, offset) => (last.length < caseLimits.pageSize ? null : offset + caseLimits.pageSize),
    enabled,
  })
}

export function useCase(id: string) {
  return useQuery({ queryKey: caseKey(id), queryFn: ({ signal }) => call(caseRoutes.readCase, { id }, { signal }), retry: false })
}

/** The report of a document as it was when it was added to the case. It never changes. */
export function useCaseReport(id: string, document_id: string) {
  return useQuery({
    queryKey: [...caseKey(id), 'report', document_id],
    queryFn: ({ signal }) => call(caseRoutes.readCaseReport, { id, document_id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** The completed documents of a student, which can be added to a case. */
export function useStudentDocuments(student_id: string | null) {
  return useQuery({
    queryKey: ['documents', 'of-student', student_id],
    queryFn: ({ signal }) =>
      call(teacherRoutes.listDocuments, { student_id: student_id ?? '', status: 'COMPLETED', limit: listLimits.largest }, { signal }),
    enabled: student_id !== null,
  })
}

/** Shows the returned case at once and reloads the lists. */
function useChange<Input>(mutationFn: (input: Input) => Promise<Case>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (changed) => {
      queryClient.setQueryData(caseKey(changed.id), changed)
      void queryClient.invalidateQueries({ queryKey: listsKey })
    },
  })
}

export const useOpenCase = () => useChange((document_id: string) => call(caseRoutes.openCase, { document_id }))

/** Adds a document to a case. */
export const useAddDocument = () => useChange((input: { id: string; document_id: string }) => call(caseRoutes.addCaseDocument, input))

export const useChangeCase = (id: string) => useChange((change: CaseChange) => call(caseRoutes.changeCase, { id, ...change }))

export const useRecordStep = (id: string) => useChange((step: CaseStepInput) => call(caseRoutes.recordCaseStep, { id, ...step }))

export const useDecide = (id: string) => useChange((decision: CaseDecisionInput) => call(caseRoutes.decideCase, { id, ...decision }))

export function useDeleteCase(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(caseRoutes.deleteCase, { id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listsKey }),
  })
}
