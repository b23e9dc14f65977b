import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './selection.module.css'
import type { RowSelection } from './use-row-selection.ts'

/** Selects every row, or none where all are selected. */
export function SelectAll({ chosen }: { chosen: RowSelection }) {
  const { t } = useTranslation('ui')
  return (
    <SelectBox
      label={t('select.all')}
      checked={chosen.extent === 'all'}
      mixed={chosen.extent === 'some'}
      onChoose={() => (chosen.extent === 'all' ? chosen.clear() : chosen.selectAll())}
    />
  )
}

export function SelectRow({ chosen, id, label }: { chosen: RowSelection; id: string; label: string }) {
  return (
    <SelectBox
      label={label}
      checked={chosen.isSelected(id)}
      onChoose={(range) => chosen.choose(id, range)}
      onPoint={(shift) => chosen.point(id, shift)}
    />
  )
}

interface SelectBoxProps {
  label: string
  checked: boolean
  /** Neither all nor none. */
  mixed?: boolean
  /** `range`: Shift was held, with the pointer or with Space. */
  onChoose: (range: boolean) => void
  onPoint?: (shift: boolean) => void
}

/** Moves the focus to the box of the next or previous row. */
function step(event: KeyboardEvent<HTMLInputElement>) {
  const by = new Map([
    ['ArrowDown', 1],
    ['ArrowUp', -1],
  ]).get(event.key)
  if (by === undefined) return
  const boxes = [...(event.currentTarget.closest('[data-selectable]')?.querySelectorAll<HTMLInputElement>('[data-select-box]') ?? [])]
  const next = boxes[boxes.indexOf(event.currentTarget) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The box that selects a row, or all of them. The arrow keys walk from one to the next. */
function SelectBox({ label, checked, mixed = false, onChoose, onPoint }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className={classes.hit}>
      <input
        ref={box}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        data-select-box
        checked={checked}
        // A click made by the Space key carries Shift as well.
        onChange={({ nativeEvent }) => onChoose(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        onFocus={() => onPoint?.(false)}
        onKeyDown={step}
      />
    </label>
  )
}
