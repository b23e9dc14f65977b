import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { Column } from '../../../ui/table/columns.ts'
import classes from './admin.module.css'

/** The ids of the columns to show, in the page's address; the usual ones if it names none. */
export function useColumnChoice(usual: readonly string[]) {
  const [address, setAddress] = useSearchParams()
  const chosen = address.get('columns')?.split(',') ?? usual
  const choose = (ids: readonly string[] | null) =>
    setAddress(
      (before) => {
        before.delete('columns')
        if (ids !== null) before.set('columns', ids.join(','))
        return before
      },
      { replace: true },
    )
  return { chosen, choose, isUsual: !address.has('columns') }
}

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  /** Always shown. */
  fixed: string
  onToggle: (id: string, isShown: boolean) => void
  /** Back to the usual columns; absent while they are shown. */
  onReset?: (() => void) | undefined
  /** What must be known before some columns are chosen. */
  children?: ReactNode
}

/** A list of all columns of a table, folded, to tick those to show. */
export function ColumnChooser<Row>({
  columns,
  shown,
  fixed,
  onToggle,
  onReset,
  children,
}: ColumnChooserProps<Row>) {
  const { t } = useTranslation('admin')
  return (
    <details className={classes.folded}>
      <summary>{t('columns', { shown: shown.length, all: columns.length })}</summary>
      <fieldset className={classes.columnChoice} aria-label={t('columns.legend')}>
        {columns.map((column) => (
          <Checkbox
            key={column.id}
            label={column.header}
            checked={shown.includes(column)}
            disabled={column.id === fixed}
            onChange={({ currentTarget }) => onToggle(column.id, currentTarget.checked)}
          />
        ))}
      </fieldset>
      {children}
      {onReset && (
        <Button variant="subtle" size="compact-sm" onClick={onReset}>
          {t('columns.usual')}
        </Button>
      )}
    </details>
  )
}
