import { NativeSelect, TextInput } from '@mantine/core'
import { type DocumentStatus, documentStatuses } from '@penmark/contract'
import { IconSearch } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ClassChooser, StudentChooser } from './assign/choosers.tsx'
import { classesBeside, type Pair, studentsBeside, withClass, withStudent } from './assign/pair.ts'
import type { People } from './assign/people.ts'
import classes from './documents.module.css'

const lacking = ['student', 'class', 'both'] as const

export interface Filter {
  words: string
  /** A status, or empty for every one. */
  status: DocumentStatus | ''
  /** What a document lacks, or empty for all of them. */
  unassigned: (typeof lacking)[number] | ''
}

export const noFilter: Filter = { words: '', status: '', unassigned: '' }

const oneOf = <T extends string>(values: readonly T[], value: string): T | '' => values.find((each) => each === value) ?? ''

interface DocumentFilterProps {
  filter: Filter
  onChange: (filter: Filter) => void
  /** Whose documents are listed; null for everybody's. */
  whose: Pair
  onWhose: (whose: Pair) => void
  people: People
}

function Filters({ filter, onChange, whose, onWhose, people: { students, classes: groups } }: DocumentFilterProps) {
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
        aria-label={t('filter.status')}
        data={[{ value: '', label: t('filter.everyStatus') }, ...documentStatuses.map((value) => ({ value, label: t(`status.${value}`) }))]}
        value={filter.status}
        onChange={({ currentTarget }) => onChange({ ...filter, status: oneOf(documentStatuses, currentTarget.value) })}
      />
      <NativeSelect
        aria-label={t('filter.unassigned')}
        data={[
          { value: '', label: t('filter.assignedOrNot') },
          ...lacking.map((value) => ({ value, label: t(`filter.without.${value}`) })),
        ]}
        value={filter.unassigned}
        onChange={({ currentTarget }) => onChange({ ...filter, unassigned: oneOf(lacking, currentTarget.value) })}
      />
      <ClassChooser
        aria-label={t('filter.class')}
        placeholder={t('filter.everyClass')}
        classes={classesBeside(whose, groups, students)}
        value={whose.class_group_id}
        onChange={(id) => onWhose(withClass(whose, id, students))}
      />
      <StudentChooser
        aria-label={t('filter.student')}
        placeholder={t('filter.everyStudent')}
        students={studentsBeside(whose, students)}
        value={whose.student_id}
        onChange={(id) => onWhose(withStudent(whose, id, students))}
      />
    </div>
  )
}

/** What narrows the list. Its fields are costly to draw, and the list beneath them grows while it is scrolled. */
export const DocumentFilter = memo(Filters)
