import { findings, needsALook } from '@penmark/contract'
import type { Connection } from '../../../database/database.ts'
import type { StudentCaseCounts } from './rules.ts'

/**
 * The teacher's cases decided since a moment whose first report has an AI finding. The case itself holds its latest decision, so a decision
 * that was superseded does not count.
 */
export async function selectFindingRecord(
  connection: Connection,
  teacher_id: string,
  from: Date,
): Promise<{ decided: number; cleared: number }> {
  const { rows } = await connection.query(
    `select count(*)::float8 as decided, count(*) filter (where c.outcome = 'cleared')::float8 as cleared from cases c
     where c.teacher_id = $1 and c.decided_at >= $2 and
       (select d.report->>'finding' from case_documents d where d.case_id = c.id order by d.added_at, d.document_id limit 1) = any($3::text[])`,
    [teacher_id, from, findings.filter(needsALook)],
  )
  return { decided: Number(rows[0]?.decided), cleared: Number(rows[0]?.cleared) }
}

/** The cases of all teachers that are open, or were decided since a moment at first or on appeal, per student. */
export async function selectStudentCaseCounts(connection: Connection, from: Date): Promise<StudentCaseCounts[]> {
  const { rows } = await connection.query(
    `with standing as (
       select nullif(btrim(s.year_group), '') as year_group, lower(coalesce(trim(s.first_name || ' ' || s.last_name), c.student_name)) as student,
         case when c.decided_at is null then 'open' when c.decided_at >= $1 then c.outcome end as outcome,
         (select count(*) from case_appeals a where a.case_id = c.id and a.ended_at >= $1 and a.outcome is null) as upheld,
         (select count(*) from case_appeals a where a.case_id = c.id and a.ended_at >= $1 and a.outcome is not null) as changed
       from cases c left join students s on s.id = c.student_id
     )
     select year_group, student, count(*) filter (where outcome = 'open')::float8 as open,
       count(*) filter (where outcome = 'cleared')::float8 as cleared,
       count(*) filter (where outcome = 'support-agreed')::float8 as support_agreed,
       count(*) filter (where outcome = 'referred')::float8 as referred,
       count(*) filter (where outcome = 'no-action')::float8 as no_action, sum(upheld)::float8 as upheld, sum(changed)::float8 as changed
     from standing where outcome is not null or upheld + changed > 0 group by year_group, student`,
    [from],
  )
  return rows.map((row) => ({
    student: String(row.student),
    year_group: typeof row.year_group === 'string' ? row.year_group : null,
    open: Number(row.open),
    cleared: Number(row.cleared),
    support_agreed: Number(row.support_agreed),
    referred: Number(row.referred),
    no_action: Number(row.no_action),
    appeals_upheld: Number(row.upheld),
    appeals_changed: Number(row.changed),
  }))
}
