import { documentStatuses, findings } from '@penmark/contract'
import { z } from 'zod'
import type { Connection } from '../../../services/database/database.ts'
import type { Evidence, JudgedDocument, Stands } from './rules.ts'

const moment = z.nullable(z.coerce.date())

const judged = z.object({
  id: z.string(),
  is_sample: z.boolean(),
  status: z.enum(documentStatuses),
  finding: z.nullable(z.enum(findings)),
  finding_withdrawn: z.nullable(z.enum(['unseen', 'seen'])),
  score: z.nullable(z.number()),
  label: z.nullable(z.string()),
  ai_share: z.nullable(z.number()),
  word_count: z.nullable(z.number()),
  created_at: z.coerce.date(),
  completed_at: moment,
  done_at: moment,
  file_fact: z.nullable(z.string()),
  inserted_words: z.nullable(z.number()),
  inserted_share: z.nullable(z.number()),
  is_too_fast: z.nullable(z.boolean()),
  decided_at: moment,
  replied_at: moment,
  shared_words: z.nullable(z.number()),
  shared_at: moment,
  standing: z.nullable(z.string()),
  standing_reasons: z.array(z.string()),
  standing_detail: z.nullable(z.string()),
})

/**
 * SQL: two documents `d` and `o` are in the class or the upload that was compared, so that this comparison
 * counts and not the one with earlier documents.
 */
export const areTogether = 'coalesce(d.class_group_id = o.class_group_id or d.batch_id = o.batch_id, false)'

/** SQL: what document `d` shares with the work `o` of somebody else. */
const sharedByOthers = `shared_texts s join documents o on o.id = s.other_id
  where s.document_id = d.id and s.is_own_work is not true and s.is_together = ${areTogether}`

interface Judged {
  id: string
  document: JudgedDocument
  evidence: Evidence
  /** What the row says at present. */
  stored: { standing: string | null; standing_reasons: string[]; standing_detail: string | null }
}

/** Locks documents, in one order, with all that their standing is decided by. */
export async function selectJudgedForUpdate(
  connection: Connection,
  ids: readonly string[],
): Promise<Judged[]> {
  const { rows } = await connection.query(
    `select d.id::text as id, d.is_sample, d.status, d.finding, d.finding_withdrawn, d.score, d.label, d.ai_share, d.word_count, d.created_at, d.completed_at,
       d.done_at, d.standing, d.standing_reasons, d.standing_detail, e.file_fact, e.inserted_words, e.inserted_share, e.is_too_fast,
       e.decided_at, e.replied_at, shared.words as shared_words, shared.found_at as shared_at
     from documents d left join standing_evidence e on e.document_id = d.id
     left join lateral (select max(s.words) as words, max(s.found_at) as found_at from ${sharedByOthers}) shared on true
     where d.id = any($1::uuid[]) order by d.id for no key update of d`,
    [ids],
  )
  return rows.map((row) => {
    const { id, shared_words, shared_at, ...rest } = judged.parse(row)
    const { file_fact, inserted_words, inserted_share, is_too_fast, ...known } = rest
    const { decided_at, replied_at, ...document } = known
    const shared =
      shared_words === null || shared_at === null ? null : { words: shared_words, found_at: shared_at }
    const inserted = { inserted_words, inserted_share, is_too_fast }
    const evidence = { file_fact, ...inserted, decided_at, replied_at, shared }
    const { standing, standing_reasons, standing_detail } = rest
    return { id, document, evidence, stored: { standing, standing_reasons, standing_detail } }
  })
}

/** Stores how locked documents stand. Rows that say so already are not written. */
export async function updateStandings(
  connection: Connection,
  decided: readonly (Stands & { id: string })[],
): Promise<void> {
  if (decided.length === 0) return
  await connection.query(
    `update documents d set standing = n.standing, standing_reasons = n.standing_reasons, standing_detail = n.standing_detail,
       standing_since = n.standing_since, standing_sort = n.standing_sort
     from jsonb_to_recordset($1::jsonb) as n (id uuid, standing text, standing_reasons text[], standing_detail text,
       standing_since timestamptz, standing_sort float8)
     where d.id = n.id and (d.standing, d.standing_reasons, d.standing_detail, d.standing_since, d.standing_sort)
       is distinct from (n.standing, n.standing_reasons, n.standing_detail, n.standing_since, n.standing_sort)`,
    [JSON.stringify(decided)],
  )
}

/** Puts a document of the teacher away, or back. False if they have no such document. */
export async function updateDone(
  connection: Connection,
  { id, teacher_id, done_at }: { id: string; teacher_id: string; done_at: Date | null },
): Promise<boolean> {
  const { rows } = await connection.query(
    'update documents set done_at = $3 where id = $1::uuid and teacher_id = $2::uuid returning id',
    [id, teacher_id, done_at],
  )
  return rows.length > 0
}

/** Documents that stand somehow, in the order of their ids from this one on. */
export async function selectCountedFrom(
  connection: Connection,
  id: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await connection.query(
    'select id::text as id from documents where id >= $1::uuid and standing is not null order by id limit $2',
    [id, limit],
  )
  return rows.map((row) => String(row.id))
}

/** Documents of earlier versions that have no standing yet, in the order of their ids. */
export async function selectUncounted(connection: Connection, limit: number): Promise<string[]> {
  const { rows } = await connection.query(
    'select id::text as id from documents where standing is null and not is_sample order by id limit $1',
    [limit],
  )
  return rows.map(({ id }) => String(id))
}
