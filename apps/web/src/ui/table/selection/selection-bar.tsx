import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import type { MoreRows } from '../props.ts'
import classes from './selection.module.css'

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
