import { type Appeal, type AppealEndInput, caseAppealRoutes, caseLimits } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser/browser.ts'
import { call } from '../../lib/call/call.ts'
import { fetchFile } from '../../lib/call/fetch-file.ts'

const listKey = ['appeals', 'list'] as const
const appealKey = (id: string) => ['appeals', 'one', id] as const

/** The appeals that the teacher decides, open ones first. */
export function useAppeals() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) =>
      call(caseAppealRoutes.listAppeals, { offset: 0, limit: caseLimits.largestPage }, { signal }),
  })
}

export function useAppeal(id: string) {
  return useQuery({
    queryKey: appealKey(id),
    queryFn: ({ signal }) => call(caseAppealRoutes.readAppeal, { id }, { signal }),
    retry: false,
  })
}

/** The report of a document as it was when it was added to the case. It never changes. */
export function useAppealReport(id: string, document_id: string) {
  return useQuery({
    queryKey: [...appealKey(id), 'report', document_id],
    queryFn: ({ signal }) => call(caseAppealRoutes.readAppealReport, { id, document_id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export function useEndAppeal(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (end: AppealEndInput) => call(caseAppealRoutes.endAppeal, { id, ...end }),
    onSuccess: (ended: Appeal) => {
      queryClient.setQueryData(appealKey(id), ended)
      void queryClient.invalidateQueries({ queryKey: listKey })
    },
  })
}

/** Downloads a file that the student handed in. */
export const useAppealFile = (id: string) =>
  useMutation({
    mutationFn: async ({ file_id, filename }: { file_id: string; filename: string }) => {
      const { content } = await fetchFile(caseAppealRoutes.readAppealFile, { id, file_id })
      saveFile(content, filename)
    },
  })
