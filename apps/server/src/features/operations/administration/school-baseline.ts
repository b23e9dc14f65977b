import {
  lengthsFrom,
  type PublishedRate,
  type SchoolBaseline,
  scoreBands,
  termDays,
  verdictAtPercent,
} from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import { dayMs } from '../../../lib/durations.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { isBaselineShared, shareBaseline } from '../../authorship/index.ts'
import { expectedFlags } from '../analytics/analytics.ts'

/** Only the newest documents are counted, to bound the time that the page takes. */
const maximumDocuments = 50_000

interface YearGroupCounts {
  year_group: string | null
  written: number
  unusual: number
  flagged: number
  /** Numbers of scored documents of the last term, by length. */
  byLength: number[]
}

const lengthCounts = lengthsFrom.map(
  (_, length) => `count(*) filter (where in_term and length = ${length + 1})::float8 as length_${length}`,
)

/**
 * Counts of all teachers' scored documents by year group: those written in class, and those of the last term.
 */
async function selectYearGroups(
  connection: Connection,
  from: Date,
): Promise<{ counts: YearGroupCounts[]; read: number }> {
  const { rows } = await connection.query(
    `with newest as (
       select id, student_id, score, word_count, true as in_term, false as is_written from documents
       where created_at >= $1 and status = 'COMPLETED' and score is not null and not is_sample
       order by created_at desc limit ${maximumDocuments}
     ), written as (
       select id, student_id, score, word_count, false as in_term, true as is_written from documents
       where written_in_class and status = 'COMPLETED' and score is not null and not is_sample
       order by created_at desc limit ${maximumDocuments}
     ), counted as (
       select nullif(btrim(s.year_group), '') as year_group, d.score, d.in_term, d.is_written,
         width_bucket(coalesce(d.word_count, 0), array[${lengthsFrom.join(', ')}]) as length
       from (select * from newest union all select * from written) d left join students s on s.id = d.student_id
     )
     select year_group, count(*) filter (where is_written)::float8 as written,
       count(*) filter (where is_written and score >= ${scoreBands.amber / 100})::float8 as unusual,
       count(*) filter (where is_written and score >= ${verdictAtPercent / 100})::float8 as flagged, ${lengthCounts.join(', ')},
       (select count(*) from newest)::float8 as read
     from counted group by year_group order by year_group nulls last`,
    [from],
  )
  const counts = rows.map((row) => {
    const columns = new Map(Object.entries(row))
    return {
      year_group: typeof row.year_group === 'string' ? row.year_group : null,
      written: Number(row.written),
      unusual: Number(row.unusual),
      flagged: Number(row.flagged),
      byLength: lengthsFrom.map((_, length) => Number(columns.get(`length_${length}`))),
    }
  })
  return { counts, read: Number(rows[0]?.read ?? 0) }
}

/**
 * The texts that all teachers marked as written in class, as counts per year group; none until an
 * administrator switches them on.
 */
export async function readSchoolBaseline(
  database: Database,
  rates: readonly PublishedRate[],
): Promise<SchoolBaseline> {
  if (!(await isBaselineShared(database))) return { is_shared: false, year_groups: [], is_partial: false }
  const { counts, read } = await selectYearGroups(database, new Date(Date.now() - termDays * dayMs))
  return {
    is_shared: true,
    is_partial: read === maximumDocuments,
    year_groups: counts.map(({ byLength, ...group }) => ({
      ...group,
      documents: byLength.reduce((sum, documents) => sum + documents, 0),
      expected_flags: expectedFlags(byLength, rates)?.flags ?? null,
    })),
  }
}

export async function switchSchoolBaseline(
  database: Database,
  rates: readonly PublishedRate[],
  is_shared: boolean,
  administrator: Owner,
): Promise<SchoolBaseline> {
  await shareBaseline(database, is_shared, administrator)
  return readSchoolBaseline(database, rates)
}
