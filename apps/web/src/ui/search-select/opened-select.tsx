import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

/** Long enough to show that typing more narrows the list. */
const shownOptions = 60

/** Mantine's searchable select, mounted in place of the field that was focused. */
export default function OpenedSelect({
  data,
  withinPortal = false,
  focused,
  typed,
  ...rest
}: OpenedSelectProps) {
  const [search, setSearch] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) input.current?.focus()
    // After Mantine has set the search to the label of the chosen option.
    // oxlint-disable-next-line react/set-state-in-effect -- once, with what was typed while this was loading
    if (typed !== '') setSearch(typed)
  }, [focused, typed])
  return (
    <Select
      ref={input}
      searchable
      clearable
      limit={shownOptions}
      data={data}
      searchValue={search}
      onSearchChange={setSearch}
      comboboxProps={{ withinPortal }}
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
  /** Renders the list at the end of the page, because a dialog would cut it off. */
  withinPortal?: boolean
}

export interface OpenedSelectProps extends SearchSelectProps {
  /** The field had the focus while its list was loading, and keeps it. */
  focused: boolean
  /** What was typed while the list was loading. */
  typed: string
}
