import type { Connection } from '../../database/database.ts'
import type { StorageUse } from './rules.ts'

export async function selectStorageUse(connection: Connection, teacher_id: string): Promise<StorageUse> {
  const { rows } = await connection.query(
    `select coalesce(sum(bytes) filter (where teacher_id = $1), 0)::float8 as own, coalesce(sum(bytes), 0)::float8 as all from storage_use`,
    [teacher_id],
  )
  return { own: Number(rows[0]?.own), all: Number(rows[0]?.all) }
}
