import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

/** Enough to see that more letters narrow the list. */
const optionsShown = 60

/** Mantine's searchable select, mounted in place of the field that was focused. */
export default function OpenedSelect({ data, apart = false, focused, typed, ...rest }: OpenedSelectProps) {
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) field.current?.focus()
    // After Mantine has set the search to the label of what is chosen.
    // oxlint-disable-next-line react/set-state-in-effect -- once, for what was typed before this was here
    if (typed !== '') setSearch(typed)
  }, [focused, typed])
  return (
    <Select
      ref={field}
      searchable
      clearable
      limit={optionsShown}
      data={data}
      searchValue={search}
      onSearchChange={setSearch}
      comboboxProps={{ withinPortal: apart }}
      {...rest}
    />
  )
}

export interface SearchSelectProps
  extends Pick<
    SelectProps,
    | 'label'
    | 'aria-label'
    | 'description'
    | 'inputWrapperOrder'
    | 'placeholder'
    | 'error'
    | 'disabled'
    | 'className'
    | 'nothingFoundMessage'
  > {
  data: readonly { value: string; label: string }[]
  value: string | null
  onChange: (value: string | null) => void
  /** Hangs the list outside of what holds the field: a dialog would cut it off. */
  apart?: boolean
}

export interface OpenedSelectProps extends SearchSelectProps {
  /** The field had the focus while its list was loading, and keeps it. */
  focused: boolean
  /** What was typed meanwhile. */
  typed: string
}
