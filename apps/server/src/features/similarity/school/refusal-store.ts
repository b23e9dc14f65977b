import { and, eq, or } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import { type ComparisonRefusalRow, comparisonRefusals } from './tables.ts'

/** What a refusal is about, whichever of the asker's own texts the next request would name. */
type Refused = Omit<ComparisonRefusalRow, 'refused_at'>

const isAbout = ({ teacher_id, other_teacher_id, other_document_id, text_hash }: Refused) =>
  and(
    eq(comparisonRefusals.teacher_id, teacher_id),
    eq(comparisonRefusals.other_teacher_id, other_teacher_id),
    or(
      eq(comparisonRefusals.other_document_id, other_document_id),
      eq(comparisonRefusals.text_hash, text_hash),
    ),
  )

export async function insertRefusal({ orm }: Connection, row: ComparisonRefusalRow): Promise<void> {
  await orm.insert(comparisonRefusals).values(row).onConflictDoNothing()
}

export async function selectIsRefused({ orm }: Connection, refused: Refused): Promise<boolean> {
  const rows = await orm
    .select({ refused_at: comparisonRefusals.refused_at })
    .from(comparisonRefusals)
    .where(isAbout(refused))
    .limit(1)
  return rows.length > 0
}

export async function deleteRefusals({ orm }: Connection, refused: Refused): Promise<void> {
  await orm.delete(comparisonRefusals).where(isAbout(refused))
}
