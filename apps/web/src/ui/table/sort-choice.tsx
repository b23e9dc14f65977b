import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Sort } from './columns.ts'

interface SortChoiceProps {
  columns: readonly { id: string; header: string }[]
  sort: Sort
  onSort: (by: Sort) => void
}

/**
 * Narrow tables have no column heads to click, so sorting is a select. A separate file, because the table of
 * the dashboard needs no field (docs/decisions/0035-small-bundles.md).
 */
export default function SortChoice({ columns, sort, onSort }: SortChoiceProps) {
  const { t } = useTranslation('ui')
  return (
    <NativeSelect
      label={t('sort.by')}
      data={columns.flatMap(({ id, header: column }) => [
        { value: `${id} asc`, label: t('sort.ascending', { column }) },
        { value: `${id} desc`, label: t('sort.descending', { column }) },
      ])}
      value={`${sort.id} ${sort.desc ? 'desc' : 'asc'}`}
      onChange={({ currentTarget }) => {
        const [id = '', direction] = currentTarget.value.split(' ')
        onSort({ id, desc: direction === 'desc' })
      }}
    />
  )
}
