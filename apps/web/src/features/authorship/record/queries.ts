import { type WritingRecordPage, writingRecordRoutes } from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import { type Receipt, type RecordEntry, Replay } from '@penmark/writing'
import { useMutation, useQuery } from '@tanstack/react-query'
import { saveFile } from '../../../lib/browser/browser.ts'
import { call } from '../../../lib/call/call.ts'
import { fetchFile } from '../../../lib/call/fetch-file.ts'
import { letPageWork } from '../let-page-work.ts'

const submissionKey = (id: string) => ['writing submission', id] as const

export function useSubmission(id: string) {
  return useQuery({
    queryKey: submissionKey(id),
    queryFn: ({ signal }) => call(writingRecordRoutes.readWritingSubmission, { id }, { signal }),
  })
}

/** The whole record of a text, ready to be shown at any of its entries. */
export function useReplay(id: string) {
  return useQuery({
    queryKey: [...submissionKey(id), 'record'],
    queryFn: async ({ signal }) => {
      const entries: RecordEntry[] = []
      const receipts: Receipt[] = []
      let page: WritingRecordPage
      do {
        page = await call(writingRecordRoutes.readWritingRecord, { id, offset: entries.length }, { signal })
        entries.push(...page.entries)
        receipts.push(...page.received.map(({ first, at }) => ({ first, at: Date.parse(at) })))
      } while (page.entries.length > 0 && entries.length < page.total)
      return Replay.ofLong(entries, receipts, countWords, letPageWork)
    },
    // Comparing two replays entry by entry would take longer than making one.
    structuralSharing: false,
  })
}

/** The text among the others of its task. */
export function useComparison(id: string) {
  return useQuery({
    queryKey: [...submissionKey(id), 'comparison'],
    queryFn: ({ signal }) => call(writingRecordRoutes.readWritingComparison, { id }, { signal }),
  })
}

export function useRecordFile(id: string, onFailed: (error: unknown) => void) {
  return useMutation({
    mutationFn: () => fetchFile(writingRecordRoutes.exportWritingRecord, { id }),
    onSuccess: ({ content, filename }) => saveFile(content, filename ?? 'record.json'),
    onError: onFailed,
  })
}
