import type { Database } from '../../../apps/server/src/services/database/database.ts'

/** State of the documents of all teachers. */
export interface State {
  documents: number
  completed: number
  /** Not in a final status. */
  unfinished: number
  /** Ended, but not completed. */
  failed: number
  /** Completed without exactly one result, or charged otherwise than once; what has no score costs nothing. */
  wronglyKept: number
}

/** SQL: a text that the detector does not judge. */
const isFree = "coalesce(d.finding in ('unsupported-language', 'creative-writing'), false)"

export async function readState(database: Database): Promise<State> {
  const { rows } = await database.query(
    `select count(*)::int as documents,
       count(*) filter (where status = 'COMPLETED')::int as completed,
       count(*) filter (where status in ('UPLOADED', 'QUEUED', 'PROCESSING'))::int as unfinished,
       count(*) filter (where status in ('ERROR', 'LIMIT_EXCEEDED'))::int as failed,
       count(*) filter (where status = 'COMPLETED' and (
         (select count(*) from reports r where r.document_id = d.id) <> 1
         or (select count(*) from allowance_movements m where m.document_id = d.id and kind = 'spent')
           <> case when ${isFree} then 0 else 1 end
         or (select coalesce(sum(words), 0) from allowance_movements m where m.document_id = d.id)
           <> case when ${isFree} then 0 else d.word_count end))::int as wrong
     from documents d`,
  )
  const { documents, completed, unfinished, failed, wrong } = rows[0] ?? {}
  return {
    documents: Number(documents),
    completed: Number(completed),
    unfinished: Number(unfinished),
    failed: Number(failed),
    wronglyKept: Number(wrong),
  }
}

/** Acknowledged documents that are missing. */
export async function selectLost(database: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.query(
    'select given.id from unnest($1::uuid[]) as given (id) where not exists (select 1 from documents d where d.id = given.id)',
    [ids],
  )
  return rows.map(({ id }) => String(id))
}
