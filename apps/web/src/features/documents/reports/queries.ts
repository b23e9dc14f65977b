import {
  baselineRoutes,
  type Document,
  inProgress,
  pollEveryMs,
  type ReadStatus,
  type ReferenceLookUp,
  type Report,
  referenceRoutes,
  reportRoutes,
  reprocessTimes,
  teacherRoutes,
} from '@penmark/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { saveFile } from '../../../lib/browser/browser.ts'
import { call } from '../../../lib/call/call.ts'
import { fetchFile } from '../../../lib/call/fetch-file.ts'

export function isInProgress(status: ReadStatus | undefined): boolean {
  return status !== undefined && (inProgress.documents as readonly ReadStatus[]).includes(status)
}

const pollWhile = (status: ReadStatus | undefined) => (isInProgress(status) ? pollEveryMs.documents : false)
const documentKey = (id: string) => ['documents', id] as const

/** The document of a report, polled while it is in progress. */
export function useReportedDocument(id: string) {
  return useQuery({
    queryKey: documentKey(id),
    queryFn: ({ signal }) => call(teacherRoutes.readDocument, { id }, { signal }),
    refetchInterval: ({ state }) => pollWhile(state.data?.status),
  })
}

/** The result of a document. `documentStatus` keeps polling while there is no result yet. */
export function useReport(id: string, documentStatus: ReadStatus | undefined) {
  return useQuery({
    queryKey: [...documentKey(id), 'report'],
    queryFn: ({ signal }) => call(reportRoutes.readReport, { id }, { signal }),
    refetchInterval: ({ state }) => pollWhile(state.data?.status ?? documentStatus),
  })
}

export function useDocumentText(id: string) {
  return useQuery({
    queryKey: [...documentKey(id), 'text'],
    queryFn: ({ signal }) => call(teacherRoutes.readDocumentText, { id }, { signal }),
  })
}

/** Queues a document again: shown as QUEUED at once, reloaded after 3 s; an error is cleared after 5 s. */
export function useReprocess(id: string) {
  const client = useQueryClient()
  const { mutate, reset, status, error } = useMutation({
    mutationFn: () => call(teacherRoutes.reprocessDocument, { id }),
    onSuccess: () => {
      client.setQueryData<Document>(
        documentKey(id),
        (known) => known && { ...known, status: 'QUEUED', status_reason: null },
      )
      client.setQueryData<Report>(
        [...documentKey(id), 'report'],
        (known) => known && { ...known, status: 'QUEUED', status_reason: null },
      )
    },
  })
  useEffect(() => {
    if (status !== 'success' && status !== 'error') return
    const timer = setTimeout(
      () => {
        reset()
        if (status === 'success') void client.invalidateQueries({ queryKey: documentKey(id) })
      },
      status === 'success' ? reprocessTimes.reloadAfterMs : reprocessTimes.failedBadgeMs,
    )
    return () => clearTimeout(timer)
  }, [status, reset, client, id])
  return { reprocess: () => mutate(), busy: status === 'pending', done: status === 'success', error }
}

/** The report compared with the texts that are currently marked as written in class. */
export function useBaseline(id: string) {
  return useQuery({
    queryKey: [...documentKey(id), 'baseline'],
    queryFn: ({ signal }) => call(baselineRoutes.readBaseline, { id }, { signal }),
  })
}

/** The text compared with its student's current earlier writing. */
export function useEarlierWriting(id: string) {
  return useQuery({
    queryKey: [...documentKey(id), 'earlier writing'],
    queryFn: ({ signal }) => call(baselineRoutes.readEarlierWriting, { id }, { signal }),
  })
}

/**
 * A student's texts over time. Below the documents' key, so that a changed mark or a deleted document reloads
 * it.
 */
export function useStudentWriting(studentId: string, completed: number) {
  return useQuery({
    queryKey: ['documents', 'writing of student', studentId, completed],
    queryFn: ({ signal }) => call(baselineRoutes.readStudentWriting, { id: studentId }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The texts that a class wrote in class. Below the documents' key, so that a changed mark reloads it. */
export function useClassBaseline(classId: string) {
  return useQuery({
    queryKey: ['documents', 'baseline of class', classId],
    queryFn: ({ signal }) => call(baselineRoutes.readClassBaseline, { id: classId }, { signal }),
  })
}

interface MarkOptions {
  onDone: () => void
  onFailed: (error: unknown) => void
}

/** Marks the document as written in class, or removes the mark. Reloads every list and comparison. */
export function useMarkWrittenInClass(id: string, { onDone, onFailed }: MarkOptions) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (written_in_class: boolean) =>
      call(teacherRoutes.markWrittenInClass, { id, written_in_class }),
    onSuccess: (document) => {
      onDone()
      client.setQueryData<Document>(documentKey(id), document)
      return client.invalidateQueries({ queryKey: ['documents'] })
    },
    onError: onFailed,
  })
  return { mark: mutate, busy: isPending }
}

const pollLookUpEveryMs = 2_000
const isLookingUp = (lookUp: ReferenceLookUp | undefined) =>
  lookUp?.state === 'waiting' || lookUp?.state === 'looking'

/** What public catalogues say about the references, polled while they are being asked. */
export function useReferenceLookUp(id: string) {
  const queryKey = [...documentKey(id), 'references']
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(referenceRoutes.readReferenceLookUp, { id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isLookingUp(state.data) ? pollLookUpEveryMs : false),
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(referenceRoutes.lookUpReferences, { id }),
    onSuccess: (lookUp) => client.setQueryData<ReferenceLookUp>(queryKey, lookUp),
  })
  return {
    lookUp: data,
    isLookingUp: isLookingUp(data),
    isError,
    refetch,
    start: () => mutate(),
    isStarting: isPending,
    error,
  }
}

/**
 * Downloads the report as a PDF in the reader's language, two pages with an optional appendix of all figures.
 */
export function usePdf(id: string, language: string) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ appendix }: { appendix: boolean }) =>
      fetchFile(reportRoutes.printReport, {
        id,
        language,
        appendix,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    onSuccess: ({ content, filename }) => saveFile(content, filename ?? 'report.pdf'),
  })
  return { download: mutate, busy: isPending, error }
}

/** Scores the text again with the active detector; the response is the report with both results. */
export function useRecheck(id: string, onDone: () => void) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(reportRoutes.recheckDocument, { id }),
    onSuccess: (report) => {
      client.setQueryData<Report>([...documentKey(id), 'report'], report)
      onDone()
    },
    // It may have been re-checked in another tab meanwhile.
    onError: () => client.invalidateQueries({ queryKey: [...documentKey(id), 'report'] }),
  })
  return { recheck: () => mutate(), busy: isPending, error }
}
