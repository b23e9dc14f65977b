import type { Connection } from './database.ts'

/**
 * The product's tables in readable form: columns, keys and checks, then indexes. The queue's schema is left
 * out.
 */
export async function describeSchema(connection: Connection): Promise<string> {
  const columns = await connection.query(`
    select c.relname as table_name, c.relpersistence = 'u' as unlogged, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      case when a.attidentity <> '' then 'identity' else pg_get_expr(d.adbin, d.adrelid) end as fallback
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`)
  const constraints = await connection.query(`
    select c.conrelid::regclass::text as table_name, pg_get_constraintdef(c.oid) as text
    from pg_constraint c where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'f', 'c') order by 1, 2`)
  const indexes = await connection.query(`
    select tablename as table_name, indexdef as text from pg_indexes
    where schemaname = 'public' and indexname not in (select conname from pg_constraint) order by 1, 2`)

  const linesOf = (rows: Record<string, unknown>[], table: unknown) =>
    rows.filter((row) => row.table_name === table).map((row) => `  ${String(row.text)}`)
  const tables = [...new Set(columns.rows.map((row) => row.table_name))]
  const described = tables.map((table) => {
    const columnLines = columns.rows
      .filter((row) => row.table_name === table)
      .map(({ name, type, required, fallback }) =>
        [
          `  ${String(name)} ${String(type)}`,
          required ? 'not null' : '',
          typeof fallback === 'string' ? `default ${fallback}` : '',
        ]
          .filter(Boolean)
          .join(' '),
      )
    const title = columns.rows.some((row) => row.table_name === table && row.unlogged)
      ? `${String(table)} (unlogged)`
      : String(table)
    return [title, ...columnLines, ...linesOf(constraints.rows, table), ...linesOf(indexes.rows, table)].join(
      '\n',
    )
  })
  return `${described.join('\n\n')}\n`
}
