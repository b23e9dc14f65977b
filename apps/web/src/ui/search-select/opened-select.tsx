import { Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { OpenedSelectProps } from './props.ts'

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
