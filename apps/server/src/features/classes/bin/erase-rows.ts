import type { Connection } from '../../../services/database/database.ts'
import { type Catalog, type ForeignKey, readCatalog } from './catalog.ts'
import { columnsWithReference } from './kinds.ts'

/** Rows kept for other items of the teacher that name one of these ids. */
const namesOneOf = ({
  column,
}: ForeignKey) => `table_name = $1::text and content ->> '${column}' = any($2::text[])
  and item_id <> $3::uuid and item_id in (select id from bin_items where teacher_id = $4::uuid)`

interface Erased {
  item_id: string
  teacher_id: string
}

/**
 * Erases what belongs to these rows from other items in the bin, and clears what only names them. Returns the
 * keys of files to delete.
 */
async function eraseFromOthers(
  connection: Connection,
  { item_id, teacher_id }: Erased,
  parent: string,
  ids: string[],
  catalog: Catalog,
): Promise<string[]> {
  const files: string[] = []
  for (const foreignKey of catalog.foreignKeys.filter((each) => each.parent === parent)) {
    const values = [foreignKey.table, ids, item_id, teacher_id]
    if (foreignKey.isCleared) {
      const cleared = {
        [foreignKey.column]: null,
        ...columnsWithReference.get(`${foreignKey.table}.${foreignKey.column}`),
      }
      const clear = `update bin_rows set content = content || $5::jsonb where ${namesOneOf(foreignKey)}`
      await connection.query(clear, [...values, JSON.stringify(cleared)])
      continue
    }
    const gone = `delete from bin_rows where ${namesOneOf(foreignKey)} returning content ->> 'id' as id, content ->> 'blob_key' as blob_key`
    const { rows } = await connection.query(gone, values)
    files.push(...rows.flatMap(({ blob_key }) => (typeof blob_key === 'string' ? [blob_key] : [])))
    const childIds = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    if (childIds.length > 0)
      files.push(
        ...(await eraseFromOthers(connection, { item_id, teacher_id }, foreignKey.table, childIds, catalog)),
      )
  }
  return files
}

/**
 * Erases an item from the bin, with what other items hold of it. Returns the keys of its files, to be deleted
 * after the commit. What shares passages with a document holds none of its text, so other items are not
 * searched for a document.
 */
export async function eraseRows(connection: Connection, erased: Erased, root: string): Promise<string[]> {
  const { item_id } = erased
  const { rows } = await connection.query(
    "select content ->> 'blob_key' as blob_key from bin_rows where item_id = $1::uuid and content ->> 'blob_key' is not null",
    [item_id],
  )
  const files = rows.map(({ blob_key }) => String(blob_key))
  if (root !== 'documents')
    files.push(...(await eraseFromOthers(connection, erased, root, [item_id], await readCatalog(connection))))
  await connection.query('delete from bin_items where id = $1::uuid', [item_id])
  return files
}
