import { CloseButton } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import type { MoreRows } from '../columns.ts'
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

interface SelectionBarProps {
  count: number
  /** All loaded rows are selected; this many are not loaded yet. */
  moreRows: Pick<MoreRows, 'total'> | undefined
  onClear: () => void
  children: ReactNode
  narrow: boolean
  /** Receives the focus when the bar closes while it has it. */
  focusAfter: () => HTMLElement | null | undefined
}

/** Slides over the head of a table while rows are selected: how many, and what can be done with them. */
export function SelectionBar({ count, moreRows, onClear, children, narrow, focusAfter }: SelectionBarProps) {
  const { t, i18n } = useTranslation('ui')
  const shown = count > 0
  const after = useRef(focusAfter)
  useEffect(() => {
    after.current = focusAfter
  })
  useEffect(() => {
    if (!shown) return
    return () => {
      // The focused element was removed together with the bar.
      if (document.activeElement === document.body) after.current()?.focus({ preventScroll: true })
    }
  }, [shown])
  const shownCount = formatNumber(i18n, count)
  const total = moreRows?.total ?? null
  const words =
    total === null
      ? t('selected', { count, shown: shownCount })
      : t('selected.ofAll', { shown: shownCount, total: formatNumber(i18n, total) })
  return (
    <>
      <div role="status" className={classes.spoken}>
        {shown && words}
      </div>
      {shown && (
        <div className={classes.bar} data-narrow={narrow || undefined} role="toolbar" aria-label={t('selection')}>
          <span className={classes.count} aria-hidden="true">
            {words}
          </span>
          {children}
          <CloseButton className={classes.clear ?? ''} aria-label={t('selection.clear')} title={t('selection.clear')} onClick={onClear} />
        </div>
      )}
    </>
  )
}
