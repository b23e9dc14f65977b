import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../analytics.module.css'

interface AsTableProps {
  /** The table's caption. */
  caption: string
  heads: string[]
  rows: { head: string; cells: ReactNode[] }[]
}

/** A plot's figures as a table, for screen readers and exact reading. */
export function AsTable({ caption, heads, rows }: AsTableProps) {
  const { t } = useTranslation('analytics')
  return (
    <details className={classes.details}>
      <summary>{t('plot.asTable')}</summary>
      <table className={classes.figures}>
        <caption className={classes.spoken}>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ head, cells }) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map((cell, column) => (
                <td key={heads[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
