import { type Document, type StatedNames, statedNameRoutes } from '@penmark/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import type { Match } from './match-names.ts'

const none: readonly StatedNames[] = []

/**
 * What uploaded documents say of their writers, of those whose file name does not tell: asked again whenever
 * one more of them has been read.
 */
export function useStatedNames(
  documents: readonly { id: string }[],
  byFile: ReadonlyMap<string, Match>,
  list: readonly Pick<Document, 'id' | 'status'>[],
): readonly StatedNames[] {
  const ids = documents.map(({ id }) => id).filter((id) => byFile.get(id)?.reason !== 'name')
  const wanted = new Set(ids)
  const read = list.filter(({ id, status }) => status === 'COMPLETED' && wanted.has(id)).length
  const { data } = useQuery({
    queryKey: ['stated-names', ids, read],
    queryFn: ({ signal }) => call(statedNameRoutes.readStatedNames, { ids: ids.join(',') }, { signal }),
    enabled: read > 0,
    placeholderData: keepPreviousData,
  })
  return data ?? none
}
