import { useDebouncedValue } from '@mantine/hooks'
import type { DocumentFilter, DocumentSort } from '@penmark/contract'
import { useCallback, useMemo, useState } from 'react'
import type { Sort } from '../../ui/table/props.ts'
import { noPair } from './assign/pair.ts'
import { noFilter } from './document-filter.tsx'
import { newestFirst } from './first-page.ts'
import type { Listing } from './use-document-pages.ts'
import { useWhose } from './use-whose.ts'

/** A rest in the typing, in milliseconds, after which the words are looked for. */
const searchAfterMs = 250

/** What the teacher chose to see: whose documents (kept in the address), which of them, in which order. */
export function useListing() {
  const { whose, asked, change: setWhose } = useWhose()
  const [filter, setFilter] = useState(noFilter)
  const [sorting, setSorting] = useState<Sort>(newestFirst)
  const [words] = useDebouncedValue(filter.words.trim(), searchAfterMs)
  const { status, unassigned } = filter
  const listing = useMemo<Listing>(() => {
    const wanted: DocumentFilter = { ...asked }
    if (words !== '') wanted.search = words
    if (status !== '') wanted.status = status
    if (unassigned !== '') wanted.unassigned = unassigned
    return { filter: wanted, sort: sorting.id as DocumentSort, order: sorting.desc ? 'desc' : 'asc' }
  }, [asked, sorting, status, unassigned, words])
  const clear = useCallback(() => {
    setFilter(noFilter)
    setWhose(noPair)
  }, [setWhose])
  return { listing, filter, setFilter, whose, setWhose, sorting, setSorting, clear }
}
