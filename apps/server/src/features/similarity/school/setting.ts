import type { Connection } from '../../../services/database/database.ts'

/** Whether documents are compared across the teachers of the installation. */
export async function isSchoolCompared(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query('select is_on from school_comparison')
  return rows[0]?.is_on === true
}

/**
 * The same, locked until the transaction ends: nothing is stored after an administrator switched it off, and
 * writers take turns.
 */
export async function lockSchoolCompared(connection: Connection): Promise<boolean> {
  await connection.query('insert into school_comparison (id, is_on) values (1, false) on conflict do nothing')
  const { rows } = await connection.query('select is_on from school_comparison for update')
  return rows[0]?.is_on === true
}

export async function updateSchoolCompared(connection: Connection, is_on: boolean, now: Date): Promise<void> {
  await connection.query('update school_comparison set is_on = $1, changed_at = $2', [
    is_on,
    now.toISOString(),
  ])
}
