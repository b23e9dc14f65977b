import { useDebouncedValue } from '@mantine/hooks'
import type { DocumentFilter, DocumentSort } from '@penmark/contract'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Sort } from '../../../ui/table/props.ts'
import { type Assignee, noAssignee } from '../assign/assignee.ts'
import type { DocumentOwner } from '../queries.ts'
import { noFilter } from './document-filter.tsx'
import { newestFirst } from './first-page.ts'
import type { Listing } from './use-document-pages.ts'

/** A rest in the typing, in milliseconds, after which the words are looked for. */
const searchAfterMs = 250

/** What the teacher chose to see: whose documents (kept in the address), which of them, in which order. */
export function useListing() {
  const { owner, asked, change: setOwner } = useOwnerFilter()
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
    setOwner(noAssignee)
  }, [setOwner])
  return { listing, filter, setFilter, owner, setOwner, sorting, setSorting, clear }
}

const names = ['student_id', 'class_group_id'] as const

/** Whose documents are listed, kept in the address: `student_id` and `class_group_id`. A link may lead to either. */
function useOwnerFilter() {
  const [search, setSearch] = useSearchParams()
  const student = search.get('student_id') || null
  const group = search.get('class_group_id') || null
  const owner = useMemo<Assignee>(() => ({ student_id: student, class_group_id: group }), [student, group])
  const asked = useMemo<DocumentOwner>(
    () => ({ ...(student === null ? {} : { student_id: student }), ...(group === null ? {} : { class_group_id: group }) }),
    [student, group],
  )
  const change = useCallback(
    (next: Assignee) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          for (const name of names) {
            const id = next[name]
            if (id === null) after.delete(name)
            else after.set(name, id)
          }
          return after
        },
        { replace: true },
      ),
    [setSearch],
  )
  return { owner, asked, change }
}
