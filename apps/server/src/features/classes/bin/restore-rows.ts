import type { Connection } from '../../../services/database/database.ts'
import { type Catalog, type ForeignKey, readCatalog, tableOf, tablesDeletedWith } from './catalog.ts'
import { conditionsOfReference } from './kinds.ts'

/**
 * SQL for the kept rows `b` of an item that name a row which is not there: deleted since, or in the bin too.
 */
const isOrphan = ({
  column,
  parent,
  parentColumn,
  type,
}: ForeignKey) => `b.item_id = $1::uuid and b.table_name = $2::text
  and b.content ->> '${column}' is not null
  and not exists (select 1 from ${parent} p where p.${parentColumn} = (b.content ->> '${column}')::${type})`

/** SQL for the other item in the bin that holds the row that `b` names. */
const holderOf = ({ column, parent, parentColumn }: ForeignKey) => `(
  select h.item_id from bin_rows h where h.table_name = '${parent}' and h.content ->> '${parentColumn}' = b.content ->> '${column}'
    and h.item_id <> $1::uuid limit 1)`

/**
 * Clears references to rows that are not there. One that is in the bin gets its reference back when it is
 * restored itself.
 */
async function clearReferences(
  connection: Connection,
  item_id: string,
  foreignKey: ForeignKey,
): Promise<void> {
  const { table, column } = foreignKey
  await connection.query(
    `insert into bin_references (item_id, table_name, column_name, row_id, value)
     select holder, $2::text, '${column}', (content ->> 'id')::uuid, (content ->> '${column}')::uuid
     from (select b.content, ${holderOf(foreignKey)} as holder from bin_rows b where ${isOrphan(foreignKey)}) orphans
     where holder is not null on conflict do nothing`,
    [item_id, table],
  )
  await connection.query(
    `update bin_rows b set content = content || '{"${column}": null}' where ${isOrphan(foreignKey)}`,
    [item_id, table],
  )
}

/** Hands rows that belong to another item in the bin over to it, and gives up those whose owner is erased. */
async function handOver(connection: Connection, item_id: string, foreignKey: ForeignKey): Promise<void> {
  const values = [item_id, foreignKey.table]
  const holder = holderOf(foreignKey)
  await connection.query(
    `update bin_rows b set item_id = ${holder} where ${isOrphan(foreignKey)} and ${holder} is not null`,
    values,
  )
  await connection.query(`delete from bin_rows b where ${isOrphan(foreignKey)}`, values)
}

async function insertRows(
  connection: Connection,
  item_id: string,
  name: string,
  catalog: Catalog,
): Promise<void> {
  const { columns, defaults } = tableOf(catalog, name)
  const list = columns.join(', ')
  await connection.query(
    `insert into ${name} (${list}) overriding system value
     select ${columns.map((column) => `r.${column}`).join(', ')}
     from (select id, ${defaults} || content as content from bin_rows where item_id = $1::uuid and table_name = $2::text) b,
       jsonb_populate_record(null::${name}, b.content) r
     order by b.id on conflict do nothing`,
    [item_id, name],
  )
}

/**
 * Fills the cleared columns that are still empty, in rows that are there and in those that are in the bin.
 */
async function restoreReferences(connection: Connection, item_id: string): Promise<void> {
  const { rows } = await connection.query(
    'select distinct table_name, column_name from bin_references where item_id = $1::uuid',
    [item_id],
  )
  for (const { table_name, column_name } of rows) {
    const [table, column] = [String(table_name), String(column_name)]
    const values = [item_id, table, column]
    const noted = 'r.item_id = $1::uuid and r.table_name = $2::text and r.column_name = $3::text'
    // In a fixed order, so that two such statements cannot deadlock.
    await connection.query(
      `with empty as (
         select t.id, r.value from ${table} t join bin_references r on r.row_id = t.id and ${noted}
         where t.${column} is null and ${conditionsOfReference.get(`${table}.${column}`) ?? 'true'} order by t.id for update of t)
       update ${table} t set ${column} = empty.value from empty where empty.id = t.id`,
      values,
    )
    await connection.query(
      `update bin_rows b set content = content || jsonb_build_object($3::text, r.value) from bin_references r
       where ${noted} and b.table_name = $2::text and b.content ->> 'id' = r.row_id::text and b.content ->> $3::text is null`,
      values,
    )
  }
}

/**
 * Puts the rows of an item back, each after those that it names. What cannot come back now waits for the item
 * that it belongs to.
 */
export async function restoreRows(connection: Connection, item_id: string, root: string): Promise<void> {
  const catalog = await readCatalog(connection)
  for (const table of tablesDeletedWith(catalog, root)) {
    for (const foreignKey of catalog.foreignKeys.filter((each) => each.table === table)) {
      if (foreignKey.isCleared) await clearReferences(connection, item_id, foreignKey)
      else await handOver(connection, item_id, foreignKey)
    }
    await insertRows(connection, item_id, table, catalog)
  }
  await restoreReferences(connection, item_id)
}
