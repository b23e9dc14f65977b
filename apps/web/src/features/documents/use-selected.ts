import type { Document } from '@penmark/contract'
import { useCallback, useMemo, useState } from 'react'
import type { Leaving } from '../../ui/table/use-leaving.ts'

/** The documents that are selected. Only those in sight of the filter count, so that nothing happens to a document nobody sees. */
export function useSelected(documents: readonly Document[], leaving: ReadonlyMap<string, Leaving>) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(
    () => (selected.size === 0 ? [] : documents.filter(({ id }) => selected.has(id) && !leaving.has(id))),
    [documents, leaving, selected],
  )
  const clear = useCallback(() => setSelected(new Set()), [])
  return { selected, setSelected, chosen, clear }
}
