import { createRow, type Row, type RowModel, type Table } from '@tanstack/react-table'

/**
 * Rows of a flat list, as the library makes them, but for one thing: what was in the list before keeps its row. A list that grows by a page while
 * it is scrolled would otherwise make thousands anew, and a key press would wait for them.
 */
export function stableRows<Data extends object>(): (table: Table<Data>) => () => RowModel<Data> {
  return (table) => {
    const kept = new WeakMap<Data, Row<Data>>()
    let seen: Data[] | undefined
    let model: RowModel<Data> = { rows: [], flatRows: [], rowsById: {} }
    return () => {
      const { data } = table.options
      if (data === seen) return model
      seen = data
      const rows = data.map((original, index) => {
        const before = kept.get(original)
        if (before?.index === index) return before
        const row = createRow(table, table._getRowId(original, index), original, index, 0)
        kept.set(original, row)
        return row
      })
      let byId: RowModel<Data>['rowsById'] | undefined
      model = {
        rows,
        flatRows: rows,
        // Computed on demand: rarely used, and slow for thousands of rows.
        get rowsById() {
          byId ??= Object.fromEntries(rows.map((row) => [row.id, row]))
          return byId
        },
      }
      return model
    }
  }
}
