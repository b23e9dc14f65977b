import { type BinItem, binRoutes, Problem } from '@penmark/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'

const pageSize = 100
const binKey = ['bin'] as const

/** What is in the bin, the newest first; more is loaded on demand. */
export function useBin() {
  return useInfiniteQuery({
    queryKey: binKey,
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      call(binRoutes.listBin, { offset, limit: pageSize }, { signal }),
    getNextPageParam: ({ items, total }, _pages, offset) =>
      offset + items.length < total ? offset + pageSize : null,
  })
}

/** Erases something for good. What is not in the bin any more counts as erased. */
export function useErase() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: BinItem) => {
      await call(binRoutes.eraseBinItem, { id }).catch((thrown: unknown) => {
        if (!(thrown instanceof Problem && thrown.code === 'not_found')) throw thrown
      })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: binKey }),
  })
}
