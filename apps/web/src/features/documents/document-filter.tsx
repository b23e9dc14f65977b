import { NativeSelect, TextInput } from '@mantine/core'
import { type Document, documentStatuses } from '@penmark/contract'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './documents.module.css'

export interface Filter {
  name: string
  /** A status, or empty for every one. */
  status: string
}

export const noFilter: Filter = { name: '', status: '' }

/** The documents that match: the name holds the words looked for, in any case. */
export function matching(documents: Document[], { name, status }: Filter): Document[] {
  const wanted = name.trim().toLocaleLowerCase()
  return documents.filter(
    (document) => (status === '' || document.status === status) && document.original_filename.toLocaleLowerCase().includes(wanted),
  )
}

export function DocumentFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useTranslation('documents')
  return (
    <div className={classes.filter}>
      <TextInput
        type="search"
        aria-label={t('filter.name')}
        placeholder={t('filter.name')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={filter.name}
        onChange={({ currentTarget }) => onChange({ ...filter, name: currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('filter.status')}
        data={[{ value: '', label: t('filter.everyStatus') }, ...documentStatuses.map((value) => ({ value, label: t(`status.${value}`) }))]}
        value={filter.status}
        onChange={({ currentTarget }) => onChange({ ...filter, status: currentTarget.value })}
      />
    </div>
  )
}
