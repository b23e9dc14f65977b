import { type ColumnDef, createTable } from '@tanstack/react-table'
import { expect, it } from 'vitest'
import { stableRows } from './stable-rows.ts'

interface Essay {
  id: string
}

const columns: ColumnDef<Essay>[] = [{ id: 'id', accessorKey: 'id' }]

function tableOf(data: Essay[]) {
  const table = createTable<Essay>({
    data,
    columns,
    state: {},
    onStateChange: () => {},
    renderFallbackValue: null,
    getRowId: ({ id }) => id,
    getCoreRowModel: stableRows(),
  })
  const show = (next: Essay[]) => table.setOptions((before) => ({ ...before, data: next }))
  return { table, show, rows: () => table.getCoreRowModel().rows }
}

const [first, second, third] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

it('gives every entry its row, and each entry that stays in its place the same', () => {
  const { show, rows } = tableOf([first, second])
  const before = rows()
  expect(before.map(({ id, index }) => [id, index])).toEqual([
    ['a', 0],
    ['b', 1],
  ])
  show([first, second, third])
  expect(rows().map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(rows()[0]).toBe(before[0])
  expect(rows()[1]).toBe(before[1])
})

it('makes a new row for an entry that changed or moved', () => {
  const { show, rows } = tableOf([first, second])
  const before = rows()
  const changed = { id: 'a' }
  show([second, changed])
  expect(rows().map(({ id, index }) => [id, index])).toEqual([
    ['b', 0],
    ['a', 1],
  ])
  expect(rows()[0]).not.toBe(before[1])
  expect(rows()[1]?.original).toBe(changed)
})

it('finds rows by their id', () => {
  const { table } = tableOf([first, second])
  expect(table.getRow('b').original).toBe(second)
})
