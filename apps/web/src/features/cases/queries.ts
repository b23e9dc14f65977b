import {
  type Case,
  type CaseChange,
  type CaseDecisionInput,
  type CaseFilter,
  type CaseStepInput,
  caseLimits,
  caseRoutes,
  listLimits,
  type Report,
  type StudentLanguage,
  type StudentLink,
  type StudentPage,
  studentLanguages,
  studentPageLimits,
  teacherRoutes,
} from '@penmark/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../lib/browser/browser.ts'
import { copyText } from '../../lib/browser/clipboard.ts'
import { call } from '../../lib/call/call.ts'
import { fetchFile } from '../../lib/call/fetch-file.ts'
import { listsKey } from './addresses.ts'

const caseKey = (id: string) => ['cases', 'one', id] as const

/** The teacher's cases, last changed first; more are loaded on demand. */
export function useCases(filter: CaseFilter, { enabled = true } = {}) {
  return useInfiniteQuery({
    queryKey: [...listsKey, filter],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      call(caseRoutes.listCases, { ...filter, offset, limit: caseLimits.pageSize }, { signal }),
    getNextPageParam: (last, _pages, offset) =>
      last.length < caseLimits.pageSize ? null : offset + caseLimits.pageSize,
    enabled,
  })
}

export function useCase(id: string) {
  return useQuery({
    queryKey: caseKey(id),
    queryFn: ({ signal }) => call(caseRoutes.readCase, { id }, { signal }),
    retry: false,
  })
}

/** The report of a document as it was when it was added to the case. It never changes. */
export function useCaseReport(id: string, document_id: string, { enabled = true } = {}) {
  return useQuery({
    queryKey: [...caseKey(id), 'report', document_id],
    queryFn: ({ signal }) => call(caseRoutes.readCaseReport, { id, document_id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled,
  })
}

/** The completed documents of a student, which can be added to a case. */
export function useStudentDocuments(student_id: string | null) {
  return useQuery({
    queryKey: ['documents', 'of-student', student_id],
    queryFn: ({ signal }) =>
      call(
        teacherRoutes.listDocuments,
        { student_id: student_id ?? '', status: 'COMPLETED', limit: listLimits.largest },
        { signal },
      ),
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

export const useOpenCase = () =>
  useChange((document_id: string) => call(caseRoutes.openCase, { document_id }))

/** Adds a document to a case. */
export const useAddDocument = () =>
  useChange((input: { id: string; document_id: string }) => call(caseRoutes.addCaseDocument, input))

export const useChangeCase = (id: string) =>
  useChange((change: CaseChange) => call(caseRoutes.changeCase, { id, ...change }))

/** Adds notes to the private notes that a case has already. */
export const useAddNotes = () =>
  useChange(async ({ id, notes }: { id: string; notes: string }) => {
    const before = (await call(caseRoutes.readCase, { id })).notes
    return call(caseRoutes.changeCase, {
      id,
      notes: [before, notes].filter((part) => part !== '').join('\n\n'),
    })
  })

export const useRecordStep = (id: string) =>
  useChange((step: CaseStepInput) => call(caseRoutes.recordCaseStep, { id, ...step }))

export const useDecide = (id: string) =>
  useChange((decision: CaseDecisionInput) => call(caseRoutes.decideCase, { id, ...decision }))

export function useDeleteCase(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(caseRoutes.deleteCase, { id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listsKey }),
  })
}

const studentPageKey = (id: string) => [...caseKey(id), 'student-page'] as const

const pollEveryMs = 3_000
/** Files that were just handed in are still being read. */
const hasWaitingFile = (page: StudentPage | undefined) =>
  page?.replies.some(({ files }) => files.some(({ check }) => check.state === 'waiting')) ?? false

export function useStudentPage(id: string) {
  return useQuery({
    queryKey: studentPageKey(id),
    queryFn: ({ signal }) => call(caseRoutes.readStudentPage, { id }, { signal }),
    refetchInterval: ({ state }) => (hasWaitingFile(state.data) ? pollEveryMs : false),
  })
}

/** Reloads the case, whose timeline says what happened to the link. */
function usePageChange<Input, Output>(
  id: string,
  mutationFn: (input: Input) => Promise<Output>,
  pageOf: (output: Output) => StudentPage,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (output) => {
      queryClient.setQueryData(studentPageKey(id), pageOf(output))
      void queryClient.invalidateQueries({ queryKey: caseKey(id), exact: true })
    },
  })
}

/** The student's page has no script and shows times in the zone of the teacher. */
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The language of a student's page unless the teacher chooses another: that of the teacher. */
export const pageLanguageOf = (language: string): StudentLanguage =>
  studentLanguages.find((offered) => offered === language) ?? 'en-GB'

interface LinkChoice {
  language: StudentLanguage
  days: number
  send_email: boolean
}

const addressKey = (id: string) => [...studentPageKey(id), 'address'] as const

/** The address of a student's page, known once its link was made or copied here. Never stored in the browser. */
export const useKnownAddress = (id: string): string | null =>
  useQuery({ queryKey: addressKey(id), queryFn: () => null as string | null, enabled: false }).data ?? null

export function useCreateLink(id: string) {
  const queryClient = useQueryClient()
  return usePageChange(
    id,
    async (choice: LinkChoice) => {
      const made = await call(caseRoutes.makeStudentLink, { id, time_zone: ownTimeZone(), ...choice })
      queryClient.setQueryData(addressKey(id), made.url)
      return made
    },
    ({ page }) => page,
  )
}

/** Copies the address of the open link. Returns whether the clipboard took it; it is shown in any case. */
export function useCopyLink(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { url } = await call(caseRoutes.readStudentLink, { id })
      queryClient.setQueryData(addressKey(id), url)
      return copyText(url)
    },
  })
}

/**
 * Opens a case about a document, records these questions, makes the student's page and copies its link, in one
 * click. If a step fails, the case keeps what was done, and the teacher goes on there.
 */
export function useAskStudent() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ document_id, questionsOf, language }: Asking) => {
      const { id } = await call(caseRoutes.openCase, { document_id })
      const text = questionsOf(await call(caseRoutes.readCaseReport, { id, document_id }))
      await call(caseRoutes.recordCaseStep, { id, kind: 'asked', text })
      const link = { language, days: studentPageLimits.usualDays, time_zone: ownTimeZone() }
      const { url } = await call(caseRoutes.makeStudentLink, { id, ...link })
      queryClient.setQueryData(addressKey(id), url)
      return { id, isCopied: await copyText(url) }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: listsKey }),
  })
}

interface Asking {
  document_id: string
  questionsOf: (report: Report) => string
  language: StudentLanguage
}

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
  useMutation({
    mutationFn: (language: StudentLanguage) =>
      call(caseRoutes.previewStudentPage, { id, language, time_zone: ownTimeZone() }),
  })

/** Downloads a file that the student handed in. */
export const useReplyFile = (id: string) =>
  useMutation({
    mutationFn: async ({ file_id, filename }: { file_id: string; filename: string }) => {
      const { content } = await fetchFile(caseRoutes.readReplyFile, { id, file_id })
      saveFile(content, filename)
    },
  })

const hasExpired = ({ expires_at }: StudentLink) => new Date(expires_at) <= new Date()

/** The state of a student's link. */
export function linkStateOf(link: StudentLink): 'waiting' | 'opened' | 'answered' | 'withdrawn' | 'expired' {
  if (link.answered_at !== null) return 'answered'
  if (link.revoked_at !== null) return 'withdrawn'
  if (hasExpired(link)) return 'expired'
  return link.opened_at === null ? 'waiting' : 'opened'
}
