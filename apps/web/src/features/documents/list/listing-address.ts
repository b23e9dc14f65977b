import { useDebouncedValue } from '@mantine/hooks'
import {
  type DocumentFilter,
  type DocumentSort,
  type DocumentStatus,
  documentSorts,
  documentStatuses,
  type FindingFilter,
  findingFilters,
  type StandingFilter,
  standingFilters,
} from '@penmark/contract'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import type { Sort } from '../../../ui/table/columns.ts'
import { newestFirst, ownDocuments } from '../first-page.ts'
import type { Listing } from './use-document-pages.ts'

export const missingAssignments = ['student', 'class', 'both'] as const
/** Who needs the teacher is told by the standing; addresses of earlier versions ask for it as a finding. */
type OfferedFinding = Exclude<FindingFilter, 'needs-a-look'>
export const offeredFindings = findingFilters.filter((finding) => finding !== 'needs-a-look')
export const writtenOptions = ['true', 'false'] as const

/** The teacher's choice of documents, as the fields show it; empty for all. */
export interface ListingChoice {
  /** What was typed, which the address follows a moment later. */
  search: string
  finding: OfferedFinding | ''
  standing: StandingFilter | ''
  status: DocumentStatus | ''
  /** What a document lacks. */
  unassigned: (typeof missingAssignments)[number] | ''
  /** Whether it is marked as written in class. */
  written_in_class: (typeof writtenOptions)[number] | ''
  student_id: string
  class_group_id: string
}

export const oneOf = <T extends string>(values: readonly T[], value: string | null): T | '' =>
  values.find((known) => known === value) ?? ''

function choiceIn(address: URLSearchParams): ListingChoice {
  return {
    search: address.get('search') ?? '',
    finding: oneOf(offeredFindings, address.get('finding')),
    standing:
      address.get('finding') === 'needs-a-look'
        ? 'needs-you'
        : oneOf(standingFilters, address.get('standing')),
    status: oneOf(documentStatuses, address.get('status')),
    unassigned: oneOf(missingAssignments, address.get('unassigned')),
    written_in_class: oneOf(writtenOptions, address.get('written_in_class')),
    student_id: address.get('student_id') ?? '',
    class_group_id: address.get('class_group_id') ?? '',
  }
}

function sortIn(address: URLSearchParams): Sort & { id: DocumentSort } {
  const id = oneOf(documentSorts, address.get('sort'))
  return id === '' ? newestFirst : { id, desc: address.get('order') !== 'asc' }
}

function filterOf({ written_in_class, ...texts }: ListingChoice): DocumentFilter {
  const chosen = Object.fromEntries(
    Object.entries(texts).filter(([, value]) => value !== ''),
  ) as DocumentFilter
  return {
    ...chosen,
    ...ownDocuments,
    ...(written_in_class !== '' && { written_in_class: written_in_class === 'true' }),
  }
}

/** The state of an address that the fields have written. */
const ownWrite = 'chosen'

/** The search's debounce time in milliseconds. */
const searchAfterMs = 250

/**
 * Which documents are listed, and in which order, from the page's address: links may set it, and Back returns
 * to it. A chosen filter is a step back; typing and sorting are not.
 */
export function useListing() {
  const [address, setAddress] = useSearchParams()
  const inAddress = useMemo(() => choiceIn(address), [address])
  const sorting = useMemo(() => sortIn(address), [address])
  const listing = useMemo<Listing>(
    () => ({ filter: filterOf(inAddress), sort: sorting.id, order: sorting.desc ? 'desc' : 'asc' }),
    [inAddress, sorting],
  )

  const write = useCallback(
    (values: Partial<Record<string, string>>, { replace = false } = {}) =>
      setAddress(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value = ''] of Object.entries(values)) {
            if (value === '') after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace, state: ownWrite },
      ),
    [setAddress],
  )

  const isFiltered = Object.values(inAddress).some((value) => value !== '')
  const [typed, setTyped] = useState(inAddress.search)
  const [settled] = useDebouncedValue(typed.trim(), searchAfterMs)
  const location = useLocation()
  const navigation = useNavigationType()
  const [seen, setSeen] = useState(location.key)
  if (location.key !== seen) {
    setSeen(location.key)
    // Back and links change the field; what the field itself wrote may be behind what is typed by now.
    if (navigation === 'POP' || location.state !== ownWrite) setTyped(inAddress.search)
  }
  const follow = useEffectEvent((search: string) => {
    if (search !== inAddress.search) write({ search }, { replace: true })
  })
  useEffect(() => follow(settled), [settled])

  const choice = useMemo<ListingChoice>(() => ({ ...inAddress, search: typed }), [inAddress, typed])
  const choose = useCallback(
    ({ search, ...chosen }: Partial<ListingChoice>) => {
      if (search !== undefined) setTyped(search)
      if (Object.keys(chosen).length > 0) write(chosen)
    },
    [write],
  )
  const setSorting = useCallback(
    ({ id, desc }: Sort) =>
      write(
        id === newestFirst.id && desc === newestFirst.desc
          ? { sort: '', order: '' }
          : { sort: id, order: desc ? 'desc' : 'asc' },
        {
          replace: true,
        },
      ),
    [write],
  )
  const clear = useCallback(() => {
    setTyped('')
    write(Object.fromEntries(Object.keys(choiceIn(new URLSearchParams())).map((name) => [name, ''])))
  }, [write])
  return { listing, isFiltered, choice, choose, sorting, setSorting, clear }
}
