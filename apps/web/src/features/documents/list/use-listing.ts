import { useDebouncedValue } from '@mantine/hooks'
import { type DocumentFilter, type DocumentSort, type FindingFilter, findingFilters } from '@penmark/contract'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Sort } from '../../../ui/table/columns.ts'
import { type Assignee, noAssignee } from '../assign/assignee.ts'
import type { DocumentOwner } from '../queries.ts'
import { noFilter } from './document-filter.tsx'
import { newestFirst } from './first-page.ts'
import type { Listing } from './use-document-pages.ts'

/** The search's debounce time in milliseconds. */
const searchAfterMs = 250

/** The teacher's choice of documents: owner and finding (kept in the URL), filter, and order. */
export function useListing() {
  const { owner, finding, linkFilter, change, clear: clearAddress } = useAddressFilter()
  const [filter, setFilter] = useState(noFilter)
  const [sorting, setSorting] = useState<Sort>(newestFirst)
  const [words] = useDebouncedValue(filter.words.trim(), searchAfterMs)
  const { status, unassigned, written } = filter
  const listing = useMemo<Listing>(() => {
    const query: DocumentFilter = { ...linkFilter }
    if (words !== '') query.search = words
    if (status !== '') query.status = status
    if (unassigned !== '') query.unassigned = unassigned
    if (written !== '') query.written_in_class = written === 'true'
    return { filter: query, sort: sorting.id as DocumentSort, order: sorting.desc ? 'desc' : 'asc' }
  }, [linkFilter, sorting, status, unassigned, words, written])
  const clear = useCallback(() => {
    setFilter(noFilter)
    clearAddress()
  }, [clearAddress])
  const setOwner = useCallback((next: Assignee) => change({ ...next }), [change])
  const setFinding = useCallback((next: FindingFilter | '') => change({ finding: next || null }), [change])
  return { listing, filter, setFilter, finding: finding ?? ('' as const), setFinding, owner, setOwner, sorting, setSorting, clear }
}

type Named = Partial<Record<'student_id' | 'class_group_id' | 'finding', string | null>>

/** Filters that a link may set: a student, a class or a finding (`student_id`, `class_group_id`, `finding`). */
function useAddressFilter() {
  const [search, setSearch] = useSearchParams()
  const student = search.get('student_id') || null
  const group = search.get('class_group_id') || null
  const finding = findingFilters.find((each) => each === search.get('finding')) ?? null
  const owner = useMemo<Assignee>(() => ({ student_id: student, class_group_id: group }), [student, group])
  const linkFilter = useMemo<DocumentOwner & Pick<DocumentFilter, 'finding'>>(
    () => ({
      ...(student === null ? {} : { student_id: student }),
      ...(group === null ? {} : { class_group_id: group }),
      ...(finding === null ? {} : { finding }),
    }),
    [student, group, finding],
  )
  const change = useCallback(
    (next: Named) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(next)) {
            if (value === null) after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace: true },
      ),
    [setSearch],
  )
  const clear = useCallback(() => change({ ...noAssignee, finding: null }), [change])
  return { owner, finding, linkFilter, change, clear }
}
