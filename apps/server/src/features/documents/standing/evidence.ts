import type { PlainFact } from '@penmark/contract'
import { inArray } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import { standingEvidence } from '../rows/tables.ts'
import { refreshStandings } from './refresh.ts'
import { insertedFrom } from './rules.ts'

type EvidenceRow = typeof standingEvidence.$inferInsert

/** Stores some of the evidence of a document and leaves the rest. */
async function upsertEvidence({ orm }: Connection, { document_id, ...known }: EvidenceRow): Promise<void> {
  await orm
    .insert(standingEvidence)
    .values({ document_id, ...known })
    .onConflictDoUpdate({ target: standingEvidence.document_id, set: known })
}

/** The kind of the first fact that is rarer than 1 in 500 honest files; null if there is none. */
function notableFactOf(facts: readonly PlainFact[]): string | null {
  return facts.find(({ severity }) => severity === 'notable')?.kind ?? null
}

/** Documents were completed with these facts of their files. */
export async function recordCompleted(
  connection: Connection,
  reports: readonly { document_id: string; facts: readonly PlainFact[] }[],
): Promise<void> {
  for (const { document_id, facts } of reports) {
    const file_fact = notableFactOf(facts)
    if (file_fact !== null) await upsertEvidence(connection, { document_id, file_fact })
  }
  await refreshStandings(
    connection,
    reports.map(({ document_id }) => document_id),
  )
}

/** The most that was inserted at once while the text of a document was written in the writing room. */
export async function recordInserted(
  connection: Connection,
  document_id: string,
  { words, share, isTooFast }: { words: number; share: number; isTooFast: boolean },
): Promise<void> {
  await upsertEvidence(connection, {
    document_id,
    inserted_words: words,
    inserted_share: share,
    is_too_fast: isTooFast,
  })
  await refreshStandings(connection, [document_id])
}

/** Which of these documents have evidence on record. */
export async function selectWithEvidence({ orm }: Connection, ids: readonly string[]): Promise<Set<string>> {
  const { document_id } = standingEvidence
  const rows = await orm
    .select({ document_id })
    .from(standingEvidence)
    .where(inArray(document_id, [...ids]))
  return new Set(rows.map((row) => row.document_id))
}

/** How each of these documents grew in the writing room, as far as that is known. */
export async function readInsertions(
  { orm }: Connection,
  ids: readonly string[],
): Promise<Map<string, { words: number; share: number; is_only_too_fast: boolean }>> {
  const { document_id, inserted_words, inserted_share, is_too_fast } = standingEvidence
  const rows = await orm
    .select({ document_id, inserted_words, inserted_share, is_too_fast })
    .from(standingEvidence)
    .where(inArray(document_id, [...ids]))
  return new Map(
    rows.flatMap((row) =>
      row.inserted_words === null || row.inserted_share === null
        ? []
        : [
            [
              row.document_id,
              {
                words: row.inserted_words,
                share: row.inserted_share,
                is_only_too_fast:
                  row.is_too_fast === true &&
                  row.inserted_words < insertedFrom.words &&
                  row.inserted_share < insertedFrom.share,
              },
            ] as const,
          ],
    ),
  )
}

/**
 * What has become of the case of documents: when it was decided, and when the student answered unseen. Those
 * in the bin are left out.
 */
export async function recordCaseState(
  connection: Connection,
  document_ids: readonly string[],
  state: Pick<EvidenceRow, 'decided_at' | 'replied_at'>,
): Promise<void> {
  const { rows } = await connection.query(
    'select id::text as id from documents where id = any($1::uuid[]) order by id for no key update',
    [document_ids],
  )
  const ids = rows.map(({ id }) => String(id))
  for (const document_id of ids) await upsertEvidence(connection, { document_id, ...state })
  await refreshStandings(connection, ids)
}
