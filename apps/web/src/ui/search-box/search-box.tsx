import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import text from '../theme/text.module.css'
import classes from './search-box.module.css'

interface SearchBoxProps {
  /** Label and placeholder, naming the searched fields. */
  label: string
  value: string
  onChange: (value: string) => void
  /** The number of results, announced to screen readers. */
  children: ReactNode
}

/** The search field of a list, with the number of results. */
export function SearchBox({ label, value, onChange, children }: SearchBoxProps) {
  return (
    <div className={classes.row}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <span className={text.small} role="status">
        {children}
      </span>
    </div>
  )
}
