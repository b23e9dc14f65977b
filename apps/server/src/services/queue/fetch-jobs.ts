import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { ownerOf, queueOf, schema } from './boss.ts'
import type { Job, JobKind } from './queue.ts'

const FetchedRow = z.object({
  id: z.string(),
  data: z.object({ document_id: z.string(), traceparent: z.string().nullable().default(null) }),
  owner: z.string(),
  retry_count: z.int(),
  retry_limit: z.int(),
})

export interface FetchedJob extends Job {
  owner: string
}

/**
 * pg-boss's fetch statement, with a limit per owner: owners who hold their share are skipped, and others get
 * only their free places. Skipped jobs keep their place.
 */
const fetchStatement = `
  with next as (
    select id, ${ownerOf} as owner, priority, created_on from ${schema}.job
    where name = $1 and state < 'active' and start_after < now() and ${ownerOf} <> all($3::text[])
    order by priority desc, created_on, id limit $2 for update skip locked),
  placed as (
    select id, owner, row_number() over (partition by owner order by priority desc, created_on, id) as place from next),
  taken as (
    select placed.id from placed left join unnest($4::text[], $5::int[]) as held (owner, count) on held.owner = placed.owner
    where placed.place <= $6 - coalesce(held.count, 0)),
  begun as (
    update ${schema}.job set state = 'active', started_on = now(),
      retry_count = case when started_on is null then retry_count else retry_count + 1 end
    from taken where name = $1 and job.id = taken.id
    returning job.id, data, ${ownerOf} as owner, retry_count, retry_limit, priority, created_on)
  select id, data, owner, retry_count, retry_limit from begun order by priority desc, created_on, id`

/** Whether anybody else is waiting, with one index lookup per gap between the skipped owners. */
const othersStatement = `
  select exists (
    select 1 from unnest($2::text[], $3::text[]) as gap (low, high)
    cross join lateral (
      select 1 from ${schema}.job
      where name = $1 and state < 'active' and (gap.low is null or ${ownerOf} > gap.low) and (gap.high is null or ${ownerOf} < gap.high)
      limit 1) as waiting) as found`

async function doOthersWait(database: Database, kind: JobKind, full: string[]): Promise<boolean> {
  const owners = full.toSorted()
  const { rows } = await database.query(othersStatement, [
    queueOf[kind],
    [null, ...owners],
    [...owners, null],
  ])
  return rows[0]?.found === true
}

interface Fetch {
  kind: JobKind
  wanted: number
  /** How many jobs one owner may hold at a time. */
  share: number
  /** How many jobs each owner holds. */
  held: ReadonlyMap<string, number>
}

/** Takes up to `wanted` jobs of a kind, with at most a share for each owner. */
export async function fetchJobs(
  database: Database,
  { kind, wanted, share, held }: Fetch,
): Promise<FetchedJob[]> {
  const counts = new Map(held)
  const fetched: FetchedJob[] = []
  for (;;) {
    const full = [...counts].filter(([, count]) => count >= share).map(([owner]) => owner)
    // Without this check, every fetch would read through one teacher's long queue.
    if (full.length > 0 && !(await doOthersWait(database, kind, full))) return fetched
    const missing = wanted - fetched.length
    const { rows } = await database.query(fetchStatement, [
      queueOf[kind],
      missing,
      full,
      [...counts.keys()],
      [...counts.values()],
      share,
    ])
    const found = rows.map((row) => FetchedRow.parse(row))
    for (const { id, data, owner, retry_count, retry_limit } of found) {
      const { document_id, traceparent } = data
      counts.set(owner, (counts.get(owner) ?? 0) + 1)
      fetched.push({
        id,
        document_id,
        traceparent,
        kind,
        owner,
        attempt: retry_count + 1,
        isLastAttempt: retry_count >= retry_limit,
      })
    }
    const isShareReached =
      found.length < missing && [...counts].some(([owner, count]) => count >= share && !full.includes(owner))
    if (fetched.length >= wanted || !isShareReached) return fetched
  }
}
