import { writingRecordRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

/** How the text of a document came to be; null unless it was handed in from a writing task. */
export function useWritingOfDocument(documentId: string) {
  return useQuery({
    queryKey: ['documents', documentId, 'writing'],
    queryFn: ({ signal }) => call(writingRecordRoutes.readWritingOfDocument, { id: documentId }, { signal }),
  })
}
