import type { SelectProps } from '@mantine/core'

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
