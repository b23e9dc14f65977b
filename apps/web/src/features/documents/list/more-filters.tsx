import { NativeSelect } from '@mantine/core'
import { documentStatuses } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { type ListingChoice, missingAssignments, oneOf, writtenOptions } from './listing-address.ts'

export interface MoreFiltersProps {
  choice: ListingChoice
  onChoose: (choice: Partial<ListingChoice>) => void
}

/** The fields for what is asked for rarely: loaded when somebody opens them. */
export function MoreFilters({ choice, onChoose }: MoreFiltersProps) {
  const { t } = useTranslation('documents')
  return (
    <>
      <NativeSelect
        aria-label={t('filter.status')}
        data={[
          { value: '', label: t('filter.everyStatus') },
          ...documentStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        value={choice.status}
        onChange={({ currentTarget }) => onChoose({ status: oneOf(documentStatuses, currentTarget.value) })}
      />
      <NativeSelect
        aria-label={t('filter.unassigned')}
        data={[
          { value: '', label: t('filter.assignedOrNot') },
          ...missingAssignments.map((value) => ({ value, label: t(`filter.without.${value}`) })),
        ]}
        value={choice.unassigned}
        onChange={({ currentTarget }) =>
          onChoose({ unassigned: oneOf(missingAssignments, currentTarget.value) })
        }
      />
      <NativeSelect
        aria-label={t('filter.written')}
        data={[
          { value: '', label: t('filter.writtenOrNot') },
          { value: 'true', label: t('writtenInClass') },
          { value: 'false', label: t('filter.notWritten') },
        ]}
        value={choice.written_in_class}
        onChange={({ currentTarget }) =>
          onChoose({ written_in_class: oneOf(writtenOptions, currentTarget.value) })
        }
      />
    </>
  )
}
