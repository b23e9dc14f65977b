import { ComboboxChevron, Input, TextInput } from '@mantine/core'
import { type ComponentType, useRef, useState } from 'react'
import type { OpenedSelectProps, SearchSelectProps } from './opened-select.tsx'

const load = () => import('./opened-select.tsx')
const preload = () => void load().catch(() => undefined)

interface Opened extends Pick<OpenedSelectProps, 'focused' | 'typed'> {
  Field: ComponentType<OpenedSelectProps>
}

/**
 * Chooses one option by typing part of its name. A plain field until it is used: the list and what places it are a tenth of a page's script
 * (docs/decisions/0035-small-bundles.md).
 */
export function SearchSelect(props: SearchSelectProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const open = async () => {
    const { default: Field } = await load()
    setOpened({ Field, focused: document.activeElement === field.current, typed: field.current?.value ?? '' })
  }
  if (opened) {
    const { Field, ...taken } = opened
    return <Field {...props} {...taken} />
  }
  const { data, value, onChange, nothingFoundMessage: _list, apart: _place, disabled = false, ...look } = props
  const chosen = data.find((option) => option.value === value)?.label ?? ''
  const canClear = value !== null && !disabled
  return (
    <TextInput
      ref={field}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      disabled={disabled}
      value={typed ?? chosen}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onPointerEnter={preload}
      // Where it cannot be fetched the field stays as it is, and the next focus tries again.
      onFocus={() => void open().catch(() => undefined)}
      rightSection={canClear ? <Input.ClearButton tabIndex={-1} aria-hidden onClick={() => onChange(null)} /> : <ComboboxChevron />}
      rightSectionPointerEvents={canClear ? 'all' : 'none'}
      {...look}
    />
  )
}
