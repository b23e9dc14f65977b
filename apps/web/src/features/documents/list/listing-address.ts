import { useDebouncedValue } from '@mantine/hooks'
import {
  type DocumentFilter,
  type DocumentSort,
  type DocumentStatus,
  documentSorts,
  documentStatuses,
  type FindingFilter,
  findingFilters,
} from '@penmark/contract'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Sort } from '../../../ui/table/columns.ts'
import { newestFirst } from './first-page.ts'
import type { Listing } from './use-document-pages.ts'

export const missingAssignments = ['student', 'class', 'both'] as const
export const writtenOptions = ['true', 'false'] as const

/** The teacher's choice of documents, as the fields show it; empty for all. */
export interface ListingChoice {
  /** What was typed, which the address follows a moment later. */
  search: string
  finding: FindingFilter | ''
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
    finding: oneOf(findingFilters, address.get('finding')),
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
  return written_in_class === '' ? chosen : { ...chosen, written_in_class: written_in_class === 'true' }
}

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
    (values: Partial<Record<string, string>>, options?: { replace: boolean }) =>
      setAddress((before) => {
        const after = new URLSearchParams(before)
        for (const [name, value = ''] of Object.entries(values)) {
          if (value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      }, options),
    [setAddress],
  )

  const [typed, setTyped] = useState(inAddress.search)
  const [settled] = useDebouncedValue(typed.trim(), searchAfterMs)
  const [seen, setSeen] = useState(inAddress.search)
  if (inAddress.search !== seen) {
    setSeen(inAddress.search)
    // Changed by Back or by a link, not by the field.
    if (inAddress.search !== settled) setTyped(inAddress.search)
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
  return { listing, choice, choose, sorting, setSorting, clear }
}
