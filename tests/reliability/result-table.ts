import type { Attack } from './promises.ts'

/** The long-running test commands, in the order of the page. */
export const suites = ['faults', 'load', 'scale', 'security'] as const
export type Suite = (typeof suites)[number]

/** One table of results. Numbers are formatted by the page; units are in the column's title. */
export interface ResultTable {
  title: string
  columns: string[]
  rows: (string | number)[][]
  /** What a reader needs to know: what was done, how often, what counts as lost. */
  note: string
  /** What the table says about the product's promises. */
  attacks?: Attack[]
}

/** A stored table with its circumstances. */
export interface StoredTable extends ResultTable {
  /** ISO 8601, UTC. */
  measured_at: string
  machine: string
  /** Version of the product, with its commit. */
  version: string
}
