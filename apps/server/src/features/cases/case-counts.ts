import {
  type CaseAttention,
  type CaseCounts,
  caseCountLimits,
  caseCountNames,
  type FindingRecord,
  findings,
  type InstallationCaseCounts,
  isWorthReading,
  termDays,
  type YearGroupCaseCounts,
} from '@penmark/contract'
import type { Owner } from '../../http/caller.ts'
import { dayMs } from '../../lib/durations.ts'
import type { Connection } from '../../services/database/database.ts'

/** How many of the caller's decided findings of this term were cleared. */
export async function readFindingRecord(
  connection: Connection,
  now: Date,
  { teacher_id }: Owner,
): Promise<FindingRecord> {
  const { from, to } = termUntil(now)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    ...(await selectFindingRecord(connection, teacher_id, from)),
  }
}

/** Counts the cases of all teachers in such a way that no student can be identified. */
export async function readCaseCounts(connection: Connection, now: Date): Promise<InstallationCaseCounts> {
  const { from, to } = termUntil(now)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    ...shownCounts(await selectStudentCaseCounts(connection, from)),
  }
}

/** The term that ends at a moment. */
function termUntil(to: Date): { from: Date; to: Date } {
  return { from: new Date(to.getTime() - termDays * dayMs), to }
}

/** The cases of one student. */
export interface StudentCaseCounts extends CaseCounts {
  /** The student's name; two students with the same name count as one. */
  student: string
  year_group: string | null
}

interface Group {
  year_group: string | null
  is_combined: boolean
  rows: StudentCaseCounts[]
}

const studentsOf = ({ rows }: Group) => new Set(rows.map(({ student }) => student)).size
const isTooSmall = (group: Group) => studentsOf(group) < caseCountLimits.fewestStudents

/** The sums over some students, rounded. */
function roundedCounts(rows: StudentCaseCounts[]): CaseCounts {
  const { roundedTo } = caseCountLimits
  const rounded = (name: keyof CaseCounts) =>
    Math.round(rows.reduce((sum, row) => sum + row[name], 0) / roundedTo) * roundedTo
  return Object.fromEntries(caseCountNames.map((name) => [name, rounded(name)])) as Record<
    keyof CaseCounts,
    number
  >
}

/**
 * The groups to show. Groups that are too small are combined, if necessary with the smallest of the others.
 * So every student is in a group that is shown, and nobody can be identified by subtracting the groups from
 * the total.
 */
function shownGroups(rows: StudentCaseCounts[]): Group[] {
  const byName = new Map<string | null, StudentCaseCounts[]>()
  for (const row of rows) byName.set(row.year_group, [...(byName.get(row.year_group) ?? []), row])
  const groups: Group[] = [...byName].map(([year_group, members]) => ({
    year_group,
    is_combined: false,
    rows: members,
  }))
  const shown = groups.filter((group) => !isTooSmall(group)).toSorted((a, b) => studentsOf(b) - studentsOf(a))
  const combined: Group = {
    year_group: null,
    is_combined: true,
    rows: groups.filter(isTooSmall).flatMap((group) => group.rows),
  }
  if (combined.rows.length === 0) return shown
  while (isTooSmall(combined)) {
    const smallest = shown.pop()
    if (smallest === undefined) return []
    combined.rows.push(...smallest.rows)
  }
  return [...shown, combined]
}

/** What an administrator sees of the cases of all students. */
export function shownCounts(rows: StudentCaseCounts[]): Pick<InstallationCaseCounts, 'all' | 'year_groups'> {
  const groups = shownGroups(rows)
  if (groups.length === 0) return { all: null, year_groups: [] }
  const year_groups: YearGroupCaseCounts[] = groups.map(({ year_group, is_combined, rows: members }) => ({
    year_group,
    is_combined,
    ...roundedCounts(members),
  }))
  return { all: roundedCounts(rows), year_groups: groups.length < 2 ? [] : year_groups }
}

/**
 * The teacher's cases decided since a moment whose first report has an AI finding. A case row has its latest
 * decision, so superseded ones do not count.
 */
async function selectFindingRecord(
  connection: Connection,
  teacher_id: string,
  from: Date,
): Promise<{ decided: number; cleared: number }> {
  const { rows } = await connection.query(
    `select count(*)::float8 as decided, count(*) filter (where c.outcome = 'cleared')::float8 as cleared from cases c
     where c.teacher_id = $1 and c.decided_at >= $2 and
       (select d.report->>'finding' from case_documents d where d.case_id = c.id order by d.added_at, d.document_id limit 1) = any($3::text[])`,
    [teacher_id, from, findings.filter(isWorthReading)],
  )
  return { decided: Number(rows[0]?.decided), cleared: Number(rows[0]?.cleared) }
}

/** What waits for a teacher: replies to decide about, and appeals that were given to them. */
export async function readCaseAttention(
  connection: Connection,
  { teacher_id }: Owner,
): Promise<CaseAttention> {
  const { rows } = await connection.query(
    `select (select count(*) from cases c where c.teacher_id = $1 and c.state = 'answered')::float8 as answered,
       (select count(*) from case_appeals a where a.reviewer_id = $1 and a.ended_at is null)::float8 as appeals`,
    [teacher_id],
  )
  return { answered: Number(rows[0]?.answered), appeals: Number(rows[0]?.appeals) }
}

/**
 * Per student, the cases of all teachers that are open, or were decided since a moment, first or on appeal.
 */
async function selectStudentCaseCounts(connection: Connection, from: Date): Promise<StudentCaseCounts[]> {
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
       count(*) filter (where outcome = 'ai-used')::float8 as ai_used,
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
    ai_used: Number(row.ai_used),
    support_agreed: Number(row.support_agreed),
    referred: Number(row.referred),
    no_action: Number(row.no_action),
    appeals_upheld: Number(row.upheld),
    appeals_changed: Number(row.changed),
  }))
}
