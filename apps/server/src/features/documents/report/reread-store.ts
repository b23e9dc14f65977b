import { findings, isWorthReading, verdictAtPercent, type WithdrawnFindings } from '@penmark/contract'
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'
import { documents } from '../rows/tables.ts'

const rereadings = pgTable('rereadings', {
  model_hash: text().primaryKey(),
  /** The last document that was read, in the order of ids. */
  after_id: uuid(),
  finished_at: time(),
})

type Rereading = typeof rereadings.$inferSelect

export async function selectRereading({ orm }: Connection, model_hash: string): Promise<Rereading> {
  const [row] = await orm.select().from(rereadings).where(eq(rereadings.model_hash, model_hash))
  return row ?? { model_hash, after_id: null, finished_at: null }
}

export async function upsertRereading({ orm }: Connection, row: Rereading): Promise<void> {
  await orm.insert(rereadings).values(row).onConflictDoUpdate({ target: rereadings.model_hash, set: row })
}

/** The next documents with a score, in the order of ids. */
export async function selectScoredAfter({ orm }: Connection, after_id: string | null, limit: number) {
  return orm
    .select({ id: documents.id, teacher_id: documents.teacher_id })
    .from(documents)
    .where(
      and(
        after_id === null ? undefined : gt(documents.id, after_id),
        eq(documents.status, 'COMPLETED'),
        isNotNull(documents.score),
        not(documents.is_sample),
      ),
    )
    .orderBy(asc(documents.id))
    .limit(limit)
}

/**
 * Marks the finding of a document as withdrawn, if there is one. Lists, filters, counts and exports then treat
 * it like every imaginative text; its reports keep the score. Returns whether there was one.
 */
export async function updateWithdrawn({ orm }: Connection, id: string): Promise<boolean> {
  const withdrawn = await orm
    .update(documents)
    .set({
      finding_withdrawn: 'unseen',
      finding: 'creative-writing',
      score: null,
      label: 'insufficient-text',
      ai_share: null,
    })
    .where(
      and(
        eq(documents.id, id),
        isNull(documents.finding_withdrawn),
        or(
          inArray(documents.finding, findings.filter(isWorthReading)),
          // Early versions stored no finding.
          and(isNull(documents.finding), gte(documents.score, verdictAtPercent / 100)),
        ),
      ),
    )
    .returning({ id: documents.id })
  return withdrawn.length > 0
}

const isUnseen = eq(documents.finding_withdrawn, 'unseen')

/** How many findings of a teacher were withdrawn since the last notice that was put away, and the newest. */
export async function selectWithdrawn(
  { orm }: Connection,
  teacher_id: string,
  limit: number,
): Promise<WithdrawnFindings> {
  const ofTeacher = and(eq(documents.teacher_id, teacher_id), isUnseen)
  const [row] = await orm.select({ total: count() }).from(documents).where(ofTeacher)
  const newest = await orm
    .select({ id: documents.id, filename: documents.original_filename })
    .from(documents)
    .where(ofTeacher)
    .orderBy(desc(documents.created_at), desc(documents.id))
    .limit(limit)
  return { total: row?.total ?? 0, documents: newest }
}

export async function updateWithdrawnSeen({ orm }: Connection, teacher_id: string): Promise<void> {
  await orm
    .update(documents)
    .set({ finding_withdrawn: 'seen' })
    .where(and(eq(documents.teacher_id, teacher_id), isUnseen))
}

/** The teachers with withdrawn findings that they have not seen, and how many. */
export async function selectTeachersWithWithdrawn({
  orm,
}: Connection): Promise<{ teacher_id: string; total: number }[]> {
  return orm
    .select({ teacher_id: documents.teacher_id, total: sql<number>`count(*)::float8` })
    .from(documents)
    .where(isUnseen)
    .groupBy(documents.teacher_id)
}
