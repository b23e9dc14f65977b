import { type Document, type DocumentStatus, inProgress, pollEveryMs, type Report, reprocessTimes, routes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/call/call.ts'
import { fetchFile } from '../../lib/call/fetch-file.ts'
import { keepFile } from '../../lib/files/keep-file.ts'

/** Statuses that are looked at again: QUEUED and PROCESSING, as everywhere but on the dashboard. */
export function isInProgress(status: DocumentStatus | undefined): boolean {
  return status !== undefined && (inProgress.documents as readonly DocumentStatus[]).includes(status)
}

const pollWhile = (status: DocumentStatus | undefined) => (isInProgress(status) ? pollEveryMs.documents : false)
const keyOf = (id: string) => ['documents', id] as const

/** The document a report is about; fetched again every 5000 ms while it is in progress. */
export function useReportedDocument(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(routes.readDocument, { id }, { signal }),
    refetchInterval: ({ state }) => pollWhile(state.data?.status),
  })
}

/** The result of a document. `documentStatus` keeps the polling alive while the server has no result yet. */
export function useReport(id: string, documentStatus: DocumentStatus | undefined) {
  return useQuery({
    queryKey: [...keyOf(id), 'report'],
    queryFn: ({ signal }) => call(routes.readReport, { id }, { signal }),
    refetchInterval: ({ state }) => pollWhile(state.data?.status ?? documentStatus),
  })
}

/** The extracted text of a document. */
export function useDocumentText(id: string) {
  return useQuery({
    queryKey: [...keyOf(id), 'text'],
    queryFn: ({ signal }) => call(routes.readDocumentText, { id }, { signal }),
  })
}

/** Queues a document again: shown as QUEUED at once, read again after 3 s; a failure is forgotten after 5 s. */
export function useReprocess(id: string) {
  const client = useQueryClient()
  const { mutate, reset, status, error } = useMutation({
    mutationFn: () => call(routes.reprocessDocument, { id }),
    onSuccess: () => {
      client.setQueryData<Document>(keyOf(id), (known) => known && { ...known, status: 'QUEUED', status_reason: null })
      client.setQueryData<Report>([...keyOf(id), 'report'], (known) => known && { ...known, status: 'QUEUED', status_reason: null })
    },
  })
  useEffect(() => {
    if (status !== 'success' && status !== 'error') return
    const timer = setTimeout(
      () => {
        reset()
        if (status === 'success') void client.invalidateQueries({ queryKey: keyOf(id) })
      },
      status === 'success' ? reprocessTimes.reloadAfterMs : reprocessTimes.failedBadgeMs,
    )
    return () => clearTimeout(timer)
  }, [status, reset, client, id])
  return { reprocess: () => mutate(), busy: status === 'pending', done: status === 'success', error }
}

/** Fetches the report as a PDF in the reader's language and hands it to the browser. */
export function usePdf(id: string, language: string) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => fetchFile(routes.printReport, { id, language, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    onSuccess: ({ content, filename }) => keepFile(content, filename ?? 'report.pdf'),
  })
  return { download: () => mutate(), busy: isPending, error }
}

/** Has the text judged by the active detector; the answer is the report with both results. */
export function useRecheck(id: string, onDone: () => void) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(routes.recheckDocument, { id }),
    onSuccess: (report) => {
      client.setQueryData<Report>([...keyOf(id), 'report'], report)
      onDone()
    },
    // Somebody else may have had it judged meanwhile: then the report knows.
    onError: () => client.invalidateQueries({ queryKey: [...keyOf(id), 'report'] }),
  })
  return { recheck: () => mutate(), busy: isPending, error }
}
