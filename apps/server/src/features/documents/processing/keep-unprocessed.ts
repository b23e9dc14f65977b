import type { Connection } from '../../../database/database.ts'
import { selectUnprocessedBytes } from '../store.ts'

/**
 * Bytes that a teacher's unprocessed documents may occupy for another try: those over the allowance, and those that took too long to read.
 * It fits one file of the largest size, so that unpaid uploads cannot pile up.
 */
export const unprocessedBytes = 25 * 1_024 * 1_024

/** Whether an unprocessed document of this size may be kept for another try. Its own row must not count yet. */
export async function mayKeepUnprocessed(connection: Connection, teacher_id: string, sizeBytes: number): Promise<boolean> {
  return (await selectUnprocessedBytes(connection, teacher_id)) + sizeBytes <= unprocessedBytes
}
