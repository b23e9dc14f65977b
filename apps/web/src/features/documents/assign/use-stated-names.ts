import { type Document, type StatedNames, statedNameRoutes, uploadLimits } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call/call.ts'
import { isInProgress } from '../status.ts'

const none: readonly StatedNames[] = []

/** What uploaded documents say of their writers: asked once all of them have been read. */
export function useStatedNames(
  documents: readonly { id: string }[],
  list: readonly Pick<Document, 'id' | 'status'>[],
  isNeeded: boolean,
): readonly StatedNames[] {
  const ids = documents.map(({ id }) => id)
  const wanted = new Set(ids)
  const isReading = list.some(({ id, status }) => wanted.has(id) && isInProgress(status))
  const { data } = useQuery({
    queryKey: ['stated-names', ids],
    queryFn: async ({ signal }) => {
      const size = uploadLimits.filesPerBatch
      const calls = Array.from({ length: Math.ceil(ids.length / size) }, (_, nth) =>
        call(
          statedNameRoutes.readStatedNames,
          { ids: ids.slice(nth * size, (nth + 1) * size).join(',') },
          { signal },
        ),
      )
      return (await Promise.all(calls)).flat()
    },
    enabled: isNeeded && !isReading && ids.length > 0,
  })
  return data ?? none
}
