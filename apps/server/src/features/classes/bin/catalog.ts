import type { Connection } from '../../../services/database/database.ts'
import { tablesNotKept } from './kinds.ts'

/** A column that names a row of another table. */
export interface ForeignKey {
  table: string
  column: string
  parent: string
  parentColumn: string
  /** The type of both columns. */
  type: string
  /** Whether the column is cleared when that row is deleted. Otherwise this row is deleted with it. */
  isCleared: boolean
}

interface Table {
  /** All but the generated ones. */
  columns: string[]
  key: string[]
  /** SQL of a JSON object with the defaults of columns, for rows that were kept before a column was added. */
  defaults: string
}

/**
 * What the database itself says about its tables, so that a new table is kept and restored without being
 * listed anywhere.
 */
export interface Catalog {
  foreignKeys: ForeignKey[]
  tables: Map<string, Table>
}

const selectForeignKeys = `
  select c.conrelid::regclass::text as child, a.attname as column_name, c.confrelid::regclass::text as parent, p.attname as parent_column,
    format_type(p.atttypid, p.atttypmod) as type, c.confdeltype = 'n' as is_cleared
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1
  order by 1, 2`

const selectColumns = `
  select c.relname as table_name, a.attname as column_name, pg_get_expr(d.adbin, d.adrelid) as fallback,
    exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as is_key
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by c.relname, a.attnum`

export async function readCatalog(connection: Connection): Promise<Catalog> {
  const foreignKeys = (await connection.query(selectForeignKeys)).rows
    .map((row) => ({
      table: String(row.child),
      column: String(row.column_name),
      parent: String(row.parent),
      parentColumn: String(row.parent_column),
      type: String(row.type),
      isCleared: Boolean(row.is_cleared),
    }))
    .filter(({ table }) => !tablesNotKept.includes(table))
  const columns = (await connection.query(selectColumns)).rows.map((row) => ({
    table: String(row.table_name),
    name: String(row.column_name),
    fallback: typeof row.fallback === 'string' ? row.fallback : null,
    isKey: Boolean(row.is_key),
  }))
  const tables = new Map<string, Table>()
  for (const name of new Set(columns.map(({ table }) => table))) {
    const own = columns.filter(({ table }) => table === name)
    const defaults = own.flatMap((column) =>
      column.fallback === null ? [] : [`'${column.name}', ${column.fallback}`],
    )
    tables.set(name, {
      columns: own.map((column) => column.name),
      key: own.filter(({ isKey }) => isKey).map((column) => column.name),
      defaults: `jsonb_build_object(${defaults.join(', ')})`,
    })
  }
  return { foreignKeys, tables }
}

export function tableOf({ tables }: Catalog, name: string): Table {
  const table = tables.get(name)
  if (!table) throw new Error(`There is no table ${name}.`)
  return table
}

/**
 * The table and those whose rows are deleted with its own, each after all the tables that its rows belong to.
 */
export function tablesDeletedWith({ foreignKeys }: Catalog, root: string): string[] {
  const sorted: string[] = []
  const visited = new Set<string>()
  const visit = (table: string) => {
    if (visited.has(table)) return
    visited.add(table)
    for (const { table: child } of foreignKeys.filter(
      ({ parent, isCleared }) => parent === table && !isCleared,
    ))
      visit(child)
    sorted.unshift(table)
  }
  visit(root)
  return sorted
}
