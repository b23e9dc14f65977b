import { CloseButton } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import text from '../../theme/text.module.css'
import classes from './selection.module.css'
import type { RowSelection } from './use-row-selection.ts'

/** Selects every row, or none if all are selected. */
export function SelectAll({ rowSelection }: { rowSelection: RowSelection }) {
  const { t } = useTranslation('ui')
  return (
    <SelectBox
      label={t('select.all')}
      checked={rowSelection.extent === 'all'}
      mixed={rowSelection.extent === 'some'}
      onToggle={() => (rowSelection.extent === 'all' ? rowSelection.clear() : rowSelection.selectAll())}
    />
  )
}

export function SelectRow({
  rowSelection,
  id,
  label,
}: {
  rowSelection: RowSelection
  id: string
  label: string
}) {
  return (
    <SelectBox
      label={label}
      checked={rowSelection.isSelected(id)}
      onToggle={(range) => rowSelection.toggle(id, range)}
      onPoint={(shift) => rowSelection.point(id, shift)}
    />
  )
}

interface SelectBoxProps {
  label: string
  checked: boolean
  /** Neither all nor none. */
  mixed?: boolean
  /** `range`: Shift was held during the click or the press of Space. */
  onToggle: (range: boolean) => void
  onPoint?: (shift: boolean) => void
}

/** Moves the focus to the box of the next or previous row. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>) {
  const offset = new Map([
    ['ArrowDown', 1],
    ['ArrowUp', -1],
  ]).get(event.key)
  if (offset === undefined) return
  const boxes = [
    ...(event.currentTarget
      .closest('[data-selectable]')
      ?.querySelectorAll<HTMLInputElement>('[data-select-box]') ?? []),
  ]
  const next = boxes[boxes.indexOf(event.currentTarget) + offset]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The checkbox that selects one row or all of them. The arrow keys move between the rows' checkboxes. */
function SelectBox({ label, checked, mixed = false, onToggle, onPoint }: SelectBoxProps) {
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
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        onFocus={() => onPoint?.(false)}
        onKeyDown={moveFocus}
      />
    </label>
  )
}

interface SelectionBarProps {
  count: number
  /** Present while all loaded rows are selected and more are not loaded yet. */
  moreRows: { total: number | null } | undefined
  onClear: () => void
  children: ReactNode
  narrow: boolean
  /** Receives the focus when the bar closes while it has it. */
  focusAfter: () => HTMLElement | null | undefined
}

/** Covers the head of a table while rows are selected, and shows their number and the actions for them. */
export function SelectionBar({ count, moreRows, onClear, children, narrow, focusAfter }: SelectionBarProps) {
  const { t, i18n } = useTranslation('ui')
  const isShown = count > 0
  const latestFocusAfter = useRef(focusAfter)
  useEffect(() => {
    latestFocusAfter.current = focusAfter
  })
  useEffect(() => {
    if (!isShown) return
    return () => {
      // The focused element was removed together with the bar.
      if (document.activeElement === document.body) latestFocusAfter.current()?.focus({ preventScroll: true })
    }
  }, [isShown])
  const shownCount = formatNumber(i18n, count)
  const total = moreRows?.total ?? null
  const summary =
    total === null
      ? t('selected', { count, shown: shownCount })
      : t('selected.ofAll', { shown: shownCount, total: formatNumber(i18n, total) })
  return (
    <>
      <div role="status" className={text.visuallyHidden}>
        {isShown && summary}
      </div>
      {isShown && (
        <div
          className={classes.bar}
          data-narrow={narrow || undefined}
          role="toolbar"
          aria-label={t('selection')}
        >
          <span className={classes.count} aria-hidden="true">
            {summary}
          </span>
          {children}
          <CloseButton
            className={classes.clear ?? ''}
            aria-label={t('selection.clear')}
            title={t('selection.clear')}
            onClick={onClear}
          />
        </div>
      )}
    </>
  )
}
