import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type DocumentFilter as DocumentQuery,
  type DocumentSort,
  type DocumentStatus,
  documentStatuses,
  type FindingFilter,
  findingFilters,
} from '@penmark/contract'
import { IconSearch } from '@tabler/icons-react'
import { memo, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatNumber } from '../../../lib/format/format.ts'
import type { Sort } from '../../../ui/table/columns.ts'
import { type Assignee, matchingClasses, matchingStudents, noAssignee, withClass, withStudent } from '../assign/assignee.ts'
import { type AssignmentOptions, ClassChooser, StudentChooser } from '../assign/choosers.tsx'
import classes from '../documents.module.css'
import type { DocumentOwner } from '../queries.ts'
import { newestFirst } from './first-page.ts'
import type { Listing } from './use-document-pages.ts'

const missingAssignments = ['student', 'class', 'both'] as const

const writtenOptions = ['true', 'false'] as const

interface Filter {
  words: string
  /** A status, or empty for all. */
  status: DocumentStatus | ''
  /** What a document lacks, or empty for all. */
  unassigned: (typeof missingAssignments)[number] | ''
  /** Whether it is marked as written in class, or empty for all. */
  writtenInClass: (typeof writtenOptions)[number] | ''
}

const noFilter: Filter = { words: '', status: '', unassigned: '', writtenInClass: '' }

const oneOf = <T extends string>(values: readonly T[], value: string): T | '' => values.find((known) => known === value) ?? ''

interface DocumentFilterProps {
  filter: Filter
  onChange: (filter: Filter) => void
  /** A finding, or empty for all. */
  finding: FindingFilter | ''
  onFindingChange: (finding: FindingFilter | '') => void
  /** The owner of the listed documents; null for everybody. */
  owner: Assignee
  onOwnerChange: (owner: Assignee) => void
  people: AssignmentOptions
}

function Filters({
  filter,
  onChange,
  finding,
  onFindingChange,
  owner,
  onOwnerChange,
  people: { students, classes: classGroups },
}: DocumentFilterProps) {
  const { t } = useTranslation('documents')
  return (
    <div className={classes.filter}>
      <TextInput
        type="search"
        aria-label={t('filter.name')}
        placeholder={t('filter.name')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={filter.words}
        onChange={({ currentTarget }) => onChange({ ...filter, words: currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('filter.finding')}
        data={[
          { value: '', label: t('filter.everyFinding') },
          ...findingFilters.map((value) => ({ value, label: t(`filter.finding.${value}`) })),
        ]}
        value={finding}
        onChange={({ currentTarget }) => onFindingChange(oneOf(findingFilters, currentTarget.value))}
      />
      <NativeSelect
        aria-label={t('filter.status')}
        data={[{ value: '', label: t('filter.everyStatus') }, ...documentStatuses.map((value) => ({ value, label: t(`status.${value}`) }))]}
        value={filter.status}
        onChange={({ currentTarget }) => onChange({ ...filter, status: oneOf(documentStatuses, currentTarget.value) })}
      />
      <NativeSelect
        aria-label={t('filter.unassigned')}
        data={[
          { value: '', label: t('filter.assignedOrNot') },
          ...missingAssignments.map((value) => ({ value, label: t(`filter.without.${value}`) })),
        ]}
        value={filter.unassigned}
        onChange={({ currentTarget }) => onChange({ ...filter, unassigned: oneOf(missingAssignments, currentTarget.value) })}
      />
      <NativeSelect
        aria-label={t('filter.written')}
        data={[
          { value: '', label: t('filter.writtenOrNot') },
          { value: 'true', label: t('writtenInClass') },
          { value: 'false', label: t('filter.notWritten') },
        ]}
        value={filter.writtenInClass}
        onChange={({ currentTarget }) => onChange({ ...filter, writtenInClass: oneOf(writtenOptions, currentTarget.value) })}
      />
      <ClassChooser
        aria-label={t('filter.class')}
        placeholder={t('filter.everyClass')}
        classes={matchingClasses(owner, classGroups, students)}
        value={owner.class_group_id}
        onChange={(id) => onOwnerChange(withClass(owner, id, students))}
      />
      <StudentChooser
        aria-label={t('filter.student')}
        placeholder={t('filter.everyStudent')}
        students={matchingStudents(owner, students)}
        value={owner.student_id}
        onChange={(id) => onOwnerChange(withStudent(owner, id, students))}
      />
    </div>
  )
}

/** The filters of the list. Memoised, because the fields are expensive to render and the list below grows while scrolling. */
export const DocumentFilter = memo(Filters)

interface DocumentCountProps {
  /** Number of matching documents; null while unknown. */
  total: number | null
  /** How many of them are loaded. */
  read: number
  /** While loading, the line keeps its space, so that the table below does not jump. */
  loading: boolean
  /** The total is filtered. */
  filtered: boolean
}

/** How many documents there are or match, announced when it changes. */
export function DocumentCount({ total, read, loading, filtered }: DocumentCountProps) {
  const { t, i18n } = useTranslation('documents')
  if (!loading && (total === 0 || read === 0)) return null
  const known = Math.max(total ?? read, read)
  return (
    <p className={classes.total} role="status">
      {!loading && total !== null && t(filtered ? 'count.found' : 'count.all', { count: known, shown: formatNumber(i18n, known) })}
    </p>
  )
}

/** The search's debounce time in milliseconds. */
const searchAfterMs = 250

/** The teacher's choice of documents: owner and finding (kept in the URL), filter, and order. */
export function useListing() {
  const { owner, finding, linkFilter, change, clear: clearAddress } = useAddressFilter()
  const [filter, setFilter] = useState(noFilter)
  const [sorting, setSorting] = useState<Sort>(newestFirst)
  const [words] = useDebouncedValue(filter.words.trim(), searchAfterMs)
  const { status, unassigned, writtenInClass } = filter
  const listing = useMemo<Listing>(() => {
    const query: DocumentQuery = { ...linkFilter }
    if (words !== '') query.search = words
    if (status !== '') query.status = status
    if (unassigned !== '') query.unassigned = unassigned
    if (writtenInClass !== '') query.written_in_class = writtenInClass === 'true'
    return { filter: query, sort: sorting.id as DocumentSort, order: sorting.desc ? 'desc' : 'asc' }
  }, [linkFilter, sorting, status, unassigned, words, writtenInClass])
  const clear = useCallback(() => {
    setFilter(noFilter)
    clearAddress()
  }, [clearAddress])
  const setOwner = useCallback((next: Assignee) => change({ ...next }), [change])
  const setFinding = useCallback((next: FindingFilter | '') => change({ finding: next || null }), [change])
  return { listing, filter, setFilter, finding: finding ?? ('' as const), setFinding, owner, setOwner, sorting, setSorting, clear }
}

type AddressFilterChange = Partial<Record<'student_id' | 'class_group_id' | 'finding', string | null>>

/** Filters that a link may set: a student, a class or a finding (`student_id`, `class_group_id`, `finding`). */
function useAddressFilter() {
  const [search, setSearch] = useSearchParams()
  const student = search.get('student_id') || null
  const group = search.get('class_group_id') || null
  const finding = findingFilters.find((known) => known === search.get('finding')) ?? null
  const owner = useMemo<Assignee>(() => ({ student_id: student, class_group_id: group }), [student, group])
  const linkFilter = useMemo<DocumentOwner & Pick<DocumentQuery, 'finding'>>(
    () => ({
      ...(student === null ? {} : { student_id: student }),
      ...(group === null ? {} : { class_group_id: group }),
      ...(finding === null ? {} : { finding }),
    }),
    [student, group, finding],
  )
  const change = useCallback(
    (next: AddressFilterChange) =>
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
