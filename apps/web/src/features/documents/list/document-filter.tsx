import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, memo, Suspense, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import {
  type Assignee,
  matchingClasses,
  matchingStudents,
  withClass,
  withStudent,
} from '../assign/assignee.ts'
import { type AssignmentOptions, ClassChooser, StudentChooser } from '../assign/choosers.tsx'
import classes from '../documents.module.css'
import { offeredFindings, oneOf } from './listing-address.ts'
import type { MoreFiltersProps } from './more-filters.tsx'

const MoreFilters = lazy(async () => ({ default: (await import('./more-filters.tsx')).MoreFilters }))

interface DocumentFilterProps extends MoreFiltersProps {
  people: AssignmentOptions
}

/** The filters that are folded away while none of them is used. */
const folded = ['status', 'unassigned', 'written_in_class'] as const

function Filters({ choice, onChoose, people: { students, classes: classGroups } }: DocumentFilterProps) {
  const { t } = useTranslation('documents')
  const id = useId()
  const used = folded.filter((name) => choice[name] !== '').length
  const [opened, setOpened] = useState(false)
  const owner = useMemo<Assignee>(
    () => ({ student_id: choice.student_id || null, class_group_id: choice.class_group_id || null }),
    [choice.student_id, choice.class_group_id],
  )
  const chooseOwner = ({ student_id, class_group_id }: Assignee) =>
    onChoose({ student_id: student_id ?? '', class_group_id: class_group_id ?? '' })
  return (
    <div className={classes.filters} data-opened={opened || undefined}>
      <div className={classes.filter}>
        <TextInput
          type="search"
          aria-label={t('filter.name')}
          placeholder={t('filter.name')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={choice.search}
          onChange={({ currentTarget }) => onChoose({ search: currentTarget.value })}
        />
        <NativeSelect
          aria-label={t('filter.finding')}
          data={[
            { value: '', label: t('filter.everyFinding') },
            ...offeredFindings.map((value) => ({ value, label: t(`filter.finding.${value}`) })),
          ]}
          value={choice.finding}
          onChange={({ currentTarget }) => onChoose({ finding: oneOf(offeredFindings, currentTarget.value) })}
        />
        <ClassChooser
          aria-label={t('filter.class')}
          placeholder={t('filter.everyClass')}
          classes={matchingClasses(owner, classGroups, students)}
          value={owner.class_group_id}
          onChange={(chosen) => chooseOwner(withClass(owner, chosen, students))}
        />
        <StudentChooser
          aria-label={t('filter.student')}
          placeholder={t('filter.everyStudent')}
          students={matchingStudents(owner, students)}
          value={owner.student_id}
          onChange={(chosen) => chooseOwner(withStudent(owner, chosen, students))}
        />
        <Button
          variant="default"
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          {used === 0 ? t('filter.more') : t('filter.moreUsed', { used })}
        </Button>
      </div>
      <div id={id} className={classes.filter} hidden={!opened}>
        {opened && (
          <Suspense>
            <MoreFilters choice={choice} onChoose={onChoose} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/**
 * The filters of the list. Memoised, because the fields are expensive to render and the list below grows
 * while scrolling.
 */
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
    <p
      className={classes.total}
      role="status"
      data-figure={filtered || loading || total === null ? undefined : 'documents'}
      data-value={known}
    >
      {!loading &&
        total !== null &&
        t(filtered ? 'count.found' : 'count.all', { count: known, shown: formatNumber(i18n, known) })}
    </p>
  )
}
