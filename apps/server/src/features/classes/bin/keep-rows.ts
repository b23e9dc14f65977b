import type { BinKind } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import type { Connection } from '../../../services/database/database.ts'
import { type Catalog, type ForeignKey, readCatalog, tableOf, tablesDeletedWith } from './catalog.ts'
import { kinds } from './kinds.ts'

/** SQL for the values of a column in the rows of a table that are kept already. */
const keptValues = (column: string, type: string) =>
  `(select (content ->> '${column}')::${type} from bin_rows where item_id = $1::uuid and table_name = $2::text)`

/**
 * Keeps the rows that name a row kept already and will be deleted with it. They are locked first, so that
 * nothing is written to them after.
 */
async function keepChildren(
  connection: Connection,
  item_id: string,
  { table, column, parent, parentColumn, type }: ForeignKey,
  catalog: Catalog,
) {
  const { key } = tableOf(catalog, table)
  const isKept =
    key.length === 0
      ? 'b.content = to_jsonb(t)'
      : key.map((name) => `b.content ->> '${name}' = t.${name}::text`).join(' and ')
  await connection.query(
    `with chosen as (
       select t.* from ${table} t where t.${column} in ${keptValues(parentColumn, type)}
         and not exists (select 1 from bin_rows b where b.item_id = $1::uuid and b.table_name = $3::text and ${isKept})
       for update of t)
     insert into bin_rows (item_id, table_name, content) select $1::uuid, $3::text, to_jsonb(chosen) from chosen`,
    [item_id, parent, table],
  )
}

/** Notes the columns that will be cleared in rows that stay. */
async function keepReferences(
  connection: Connection,
  item_id: string,
  { table, column, parent, parentColumn, type }: ForeignKey,
): Promise<void> {
  await connection.query(
    `insert into bin_references (item_id, table_name, column_name, row_id, value)
     select $1::uuid, $3::text, $4::text, t.id, t.${column} from ${table} t where t.${column} in ${keptValues(parentColumn, type)}
       and not exists (select 1 from bin_rows b where b.item_id = $1::uuid and b.table_name = $3::text and b.content ->> 'id' = t.id::text)`,
    [item_id, parent, table, column],
  )
}

/**
 * Puts an object into the bin: copies of its row, of all rows that its deletion takes along, and the
 * references that its deletion clears. The caller deletes it afterwards, in the same transaction, and before
 * it changes anything else. Does nothing if the teacher has no such object.
 */
export async function moveToBin(
  connection: Connection,
  kind: BinKind,
  id: string,
  { teacher_id }: Owner,
  now: Date,
): Promise<void> {
  const { table: root, name, documentsBy } = kinds[kind]
  if (documentsBy !== undefined)
    await connection.query(
      `select 1 from documents where ${documentsBy} = $1::uuid and teacher_id = $2::uuid order by id for update`,
      [id, teacher_id],
    )
  const { rows } = await connection.query(
    `select ${name} as name from ${root} where id = $1::uuid and teacher_id = $2::uuid for update`,
    [id, teacher_id],
  )
  if (rows[0] === undefined) return
  await connection.query(
    'insert into bin_items (id, teacher_id, kind, name, deleted_at) values ($1, $2, $3, $4, $5)',
    [id, teacher_id, kind, rows[0].name, now],
  )
  await connection.query(
    `insert into bin_rows (item_id, table_name, content) select id, $2::text, to_jsonb(t) from ${root} t where id = $1::uuid`,
    [id, root],
  )
  const catalog = await readCatalog(connection)
  const kept = tablesDeletedWith(catalog, root)
  const ofKept = (foreignKey: ForeignKey) => kept.includes(foreignKey.parent)
  for (const table of kept)
    for (const foreignKey of catalog.foreignKeys.filter(
      (each) => each.table === table && !each.isCleared && ofKept(each),
    ))
      await keepChildren(connection, id, foreignKey, catalog)
  for (const foreignKey of catalog.foreignKeys.filter((each) => each.isCleared && ofKept(each)))
    await keepReferences(connection, id, foreignKey)
}
