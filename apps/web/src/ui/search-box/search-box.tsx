import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './search-box.module.css'

interface SearchBoxProps {
  /** Where it looks. */
  label: string
  words: string
  onWords: (words: string) => void
  /** How much was found; announced. */
  children: ReactNode
}

/** Search field of a list, with the number of results. */
export function SearchBox({ label, words, onWords, children }: SearchBoxProps) {
  return (
    <div className={classes.search}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={words}
        onChange={({ currentTarget }) => onWords(currentTarget.value)}
      />
      <span className={classes.found} role="status">
        {children}
      </span>
    </div>
  )
}
