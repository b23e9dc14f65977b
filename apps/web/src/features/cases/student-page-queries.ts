import { caseRoutes, type StudentLanguage, type StudentLink, type StudentPage } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser/browser.ts'
import { call } from '../../lib/call/call.ts'
import { fetchFile } from '../../lib/call/fetch-file.ts'
import { caseKey } from './queries.ts'

const pageKey = (id: string) => [...caseKey(id), 'student-page'] as const

const lookEveryMs = 3_000
/** Files that were just handed in are still being read. */
const hasWaitingFile = (page: StudentPage | undefined) =>
  page?.replies.some(({ files }) => files.some(({ check }) => check.state === 'waiting')) ?? false

export function useStudentPage(id: string) {
  return useQuery({
    queryKey: pageKey(id),
    queryFn: ({ signal }) => call(caseRoutes.readStudentPage, { id }, { signal }),
    refetchInterval: ({ state }) => (hasWaitingFile(state.data) ? lookEveryMs : false),
  })
}

/** Reloads the case, whose timeline says what happened to the link. */
function usePageChange<Input, Output>(id: string, mutationFn: (input: Input) => Promise<Output>, pageOf: (output: Output) => StudentPage) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (output) => {
      queryClient.setQueryData(pageKey(id), pageOf(output))
      void queryClient.invalidateQueries({ queryKey: caseKey(id), exact: true })
    },
  })
}

interface LinkChoice {
  language: StudentLanguage
  days: number
  send_email: boolean
}

export const useMakeLink = (id: string) =>
  usePageChange(
    id,
    (choice: LinkChoice) => call(caseRoutes.makeStudentLink, { id, ...choice }),
    ({ page }) => page,
  )

export const useExtendLink = (id: string) =>
  usePageChange(
    id,
    (days: number) => call(caseRoutes.extendStudentLink, { id, days }),
    (page) => page,
  )

export const useWithdrawLink = (id: string) =>
  usePageChange(
    id,
    () => call(caseRoutes.withdrawStudentLink, { id }),
    (page) => page,
  )

export const usePreview = (id: string) =>
  useMutation({ mutationFn: (language: StudentLanguage) => call(caseRoutes.previewStudentPage, { id, language }) })

/** Downloads a file that the student handed in. */
export const useReplyFile = (id: string) =>
  useMutation({
    mutationFn: async ({ file_id, filename }: { file_id: string; filename: string }) => {
      const { content } = await fetchFile(caseRoutes.readReplyFile, { id, file_id })
      saveFile(content, filename)
    },
  })

const isOver = ({ expires_at }: StudentLink) => new Date(expires_at) <= new Date()

/** Where the last link of a student stands. */
export function linkStateOf(link: StudentLink): 'waiting' | 'opened' | 'answered' | 'withdrawn' | 'expired' {
  if (link.answered_at !== null) return 'answered'
  if (link.revoked_at !== null) return 'withdrawn'
  if (isOver(link)) return 'expired'
  return link.opened_at === null ? 'waiting' : 'opened'
}
