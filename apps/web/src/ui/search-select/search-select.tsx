import { ComboboxChevron, Input, TextInput } from '@mantine/core'
import { type ComponentType, useRef, useState } from 'react'
import type { OpenedSelectProps, SearchSelectProps } from './opened-select.tsx'

const load = () => import('./opened-select.tsx')
const preload = () => void load().catch(() => undefined)

interface LoadedField extends Pick<OpenedSelectProps, 'focused' | 'typed'> {
  Field: ComponentType<OpenedSelectProps>
}

/**
 * Chooses one option by typing part of its name. A plain field until it is used: the list and its positioning
 * are a tenth of a page's script (docs/decisions/0035-small-bundles.md).
 */
export function SearchSelect(props: SearchSelectProps) {
  const [loaded, setLoaded] = useState<LoadedField | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const open = async () => {
    const { default: Field } = await load()
    setLoaded({ Field, focused: document.activeElement === input.current, typed: input.current?.value ?? '' })
  }
  if (loaded) {
    const { Field, ...state } = loaded
    return <Field {...props} {...state} />
  }
  const {
    data,
    value,
    onChange,
    nothingFoundMessage: _list,
    withinPortal: _portal,
    disabled = false,
    ...fieldProps
  } = props
  const chosen = data.find((option) => option.value === value)?.label ?? ''
  const canClear = value !== null && !disabled
  return (
    <TextInput
      ref={input}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      disabled={disabled}
      value={typed ?? chosen}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onPointerEnter={preload}
      // If loading fails the field stays as it is, and the next focus tries again.
      onFocus={() => void open().catch(() => undefined)}
      rightSection={
        canClear ? (
          <Input.ClearButton tabIndex={-1} aria-hidden onClick={() => onChange(null)} />
        ) : (
          <ComboboxChevron />
        )
      }
      rightSectionPointerEvents={canClear ? 'all' : 'none'}
      {...fieldProps}
    />
  )
}
