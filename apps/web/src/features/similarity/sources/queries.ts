import { type SourceKind, sourceRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { upload } from '../../../lib/call/upload.ts'

export function sourcesAddress(classId: string): string {
  return `/classes/${encodeURIComponent(classId)}/sources`
}

/** Where a document is read side by side with a source. */
export function sourceMatchAddress(documentId: string, matchId: string): string {
  return `/documents/${encodeURIComponent(documentId)}/sources/${encodeURIComponent(matchId)}`
}

const keyOf = (classId: string) => ['sources', classId]
const pollEveryMs = 1_000

/** The sources of a class, polled while one is being read, or documents compared with them. */
export function useSources(classId: string) {
  return useQuery({
    queryKey: keyOf(classId),
    queryFn: ({ signal }) => call(sourceRoutes.listSources, { id: classId }, { signal }),
    // Documents are compared meanwhile.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((source) => source.state === 'waiting' || source.is_comparing) ? pollEveryMs : false,
  })
}

/** A file or a pasted text. */
export type SourceContent = { file: File } | { text: string }

interface NewSource {
  name: string
  kind: SourceKind
  content: SourceContent
}

export function useAddSource(classId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ name, kind, content }: NewSource) =>
      'file' in content
        ? upload(sourceRoutes.uploadSource, { file: [content.file] }, { id: classId, name, kind })
        : call(sourceRoutes.addSourceText, { id: classId, name, kind, text: content.text }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(classId) }),
  })
}

export function useDeleteSource(classId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(sourceRoutes.deleteSource, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(classId) }),
  })
}

export function useSourceMatch(id: string) {
  return useQuery({
    queryKey: ['sources', 'match', id],
    queryFn: ({ signal }) => call(sourceRoutes.readSourceMatch, { id }, { signal }),
  })
}
