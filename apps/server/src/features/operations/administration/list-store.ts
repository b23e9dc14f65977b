import type { AdminClassSort, AdminStudentSort, AdminTeacherSort } from '@penmark/contract'
import { type Connection, containing } from '../../../services/database/database.ts'

export interface Listing<Sort extends string> {
  search?: string | undefined
  sort: Sort
  order: 'asc' | 'desc'
  offset: number
  limit: number
}

/** A list of the rows of one table. Its SQL names the table `r` and the teacher, if joined, `t`. */
export interface List<Sort extends string> {
  from: string
  /** The SQL of each sort order. That of the default order must match an index literally. */
  sorts: Record<Sort, string[]>
  /** A join for sort orders that need more than the row itself. */
  join?: (sort: Sort) => string
  /** How many of the newest rows that match are sorted; null for all of them, which needs an index. */
  newest?: (sort: Sort) => number | null
  /** The condition of a search; `$1` is its pattern in lower case. */
  matches: (search: string) => string
}

export const fullNameOf = (person: string) =>
  `nullif(trim(concat(${person}.first_name, ' ', ${person}.last_name)), '')`
export const teacherJoin = 'left join teachers t on t.id = r.teacher_id'
/**
 * Compares ids as text only if the search can be part of one, because casting every id of a long list is the
 * slowest part of a search.
 */
const mayBePartOfId = (search: string) => /^[\da-f-]+$/.test(search)
export const matchingIds = (search: string, ...columns: string[]) =>
  mayBePartOfId(search) ? columns.map((column) => `${column}::text like $1`) : []
export const anyOf = (...conditions: string[]) => `(${conditions.join(' or ')})`

export const teacherList: List<AdminTeacherSort> = {
  from: 'teachers',
  sorts: {
    created_at: ['r.created_at'],
    last_name: ["lower(coalesce(r.last_name, ''))", "lower(coalesce(r.first_name, ''))"],
    email: ["lower(coalesce(r.email, ''))"],
    school_name: ["lower(coalesce(r.school_name, ''))"],
    current_plan: ['r.plan', 'r.created_at'],
  },
  matches: () =>
    "lower(concat_ws(' ', r.first_name, r.last_name, r.email, r.school_name, r.subject)) like $1",
}

export const studentList: List<AdminStudentSort> = {
  from: 'students',
  sorts: {
    last_name: ['lower(r.last_name)', 'lower(r.first_name)'],
    first_name: ['lower(r.first_name)', 'lower(r.last_name)'],
    email: ["lower(coalesce(r.email, ''))"],
    created_at: ['r.created_at'],
    teacher: ["lower(coalesce(t.email, ''))", 'lower(r.last_name)'],
  },
  join: (sort) => (sort === 'teacher' ? teacherJoin : ''),
  matches: (search) =>
    anyOf(
      "lower(concat_ws(' ', r.first_name, r.last_name, r.email)) like $1",
      ...matchingIds(search, 'r.teacher_id'),
    ),
}

export const classList: List<AdminClassSort> = {
  from: 'class_groups',
  sorts: {
    class_name: ['lower(r.class_name)'],
    academic_year: ["lower(coalesce(r.academic_year, ''))", 'lower(r.class_name)'],
    teacher: ["lower(coalesce(t.email, ''))", 'lower(r.class_name)'],
    student_count: ['coalesce(m.members, 0)', 'lower(r.class_name)'],
    created_at: ['r.created_at'],
  },
  join: (sort) => {
    if (sort === 'teacher') return teacherJoin
    return sort === 'student_count'
      ? 'left join (select class_group_id, count(*) as members from class_memberships group by 1) m on m.class_group_id = r.id'
      : ''
  },
  // Selects the matching teachers once instead of joining the teacher of every class.
  matches: () =>
    anyOf(
      "lower(concat_ws(' ', r.class_name, r.academic_year)) like $1",
      "r.teacher_id in (select id from teachers where lower(concat_ws(' ', first_name, last_name, email)) like $1)",
    ),
}

function normaliseSearch(search: string | undefined): string | null {
  return search?.replaceAll('\u0000', '').trim().toLowerCase() || null
}

/** The SQL that selects some columns of the rows to sort, and its values. */
export function sourceQuery<Sort extends string>(
  list: Pick<List<Sort>, 'from' | 'matches'>,
  columns: string,
  { search, join, newest }: { search: string | undefined; join: string; newest: number | null },
): [text: string, values: string[]] {
  const wanted = normaliseSearch(search)
  const where = wanted === null ? '' : `where ${list.matches(wanted)}`
  const source =
    newest === null
      ? `${list.from} r ${join} ${where}`
      : `(select * from ${list.from} r ${where} order by created_at desc, id desc limit ${newest}) r ${join}`
  return [`select ${columns} from ${source}`, wanted === null ? [] : [containing(wanted)]]
}

/** The SQL that selects the ids of one page, and its values. */
export function idsQuery<Sort extends string>(
  list: List<Sort>,
  { search, sort, order, offset, limit }: Listing<Sort>,
): [text: string, values: string[]] {
  const keys = [...list.sorts[sort], 'r.id'].map((key) => `${key} ${order}`).join(', ')
  const join = list.join?.(sort) ?? ''
  const [text, values] = sourceQuery(list, 'r.id', { search, join, newest: list.newest?.(sort) ?? null })
  return [`${text} order by ${keys} offset ${offset} limit ${limit}`, values]
}

/**
 * The ids of one page, in order. Selecting them first means that only the rows of the page are read
 * completely.
 */
export async function selectIds<Sort extends string>(
  connection: Connection,
  list: List<Sort>,
  listing: Listing<Sort>,
): Promise<string[]> {
  const { rows } = await connection.query(...idsQuery(list, listing))
  return rows.map(({ id }) => String(id))
}

export async function selectTotal<Sort extends string>(
  connection: Connection,
  list: List<Sort>,
  search: string | undefined,
): Promise<number> {
  const normalised = normaliseSearch(search)
  const { rows } = await connection.query(
    `select count(*)::float8 as total from ${list.from} r
     ${normalised === null ? '' : `where ${list.matches(normalised)}`}`,
    normalised === null ? [] : [containing(normalised)],
  )
  return Number(rows[0]?.total)
}

export const inUtc = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
export const timeColumns = (...names: string[]) =>
  names.map((name) => `${inUtc(`r.${name}`)} as ${name}`).join(', ')
export const teacherColumns = `${fullNameOf('t')} as teacher_name, t.email as teacher_email`

/**
 * Rows in their wire format, which the database writes as JSON; the binder validates them against the
 * contract.
 */
export async function selectRows(
  connection: Connection,
  columns: string,
  from: string,
  ids: string[],
): Promise<unknown> {
  const { rows } = await connection.query(
    `select coalesce(json_agg(shown order by place), '[]')::text as list from (
       select r.id, r.id as _id, array_position($1::uuid[], r.id) as place, ${columns} from ${from} where r.id = any($1::uuid[])
     ) shown`,
    [ids],
  )
  return JSON.parse(String(rows[0]?.list))
}

export function selectStudentRows(connection: Connection, ids: string[]): Promise<unknown> {
  const columns = `r.teacher_id, r.first_name, r.last_name, r.email, r.external_student_id, r.year_group, ${timeColumns('created_at', 'updated_at')}, ${teacherColumns}`
  return selectRows(connection, columns, `students r ${teacherJoin}`, ids)
}

export function selectClassRows(connection: Connection, ids: string[]): Promise<unknown> {
  const columns = `r.teacher_id, r.class_name, r.academic_year, ${timeColumns('created_at', 'updated_at')}, ${teacherColumns},
    (select count(*)::float8 from class_memberships m where m.class_group_id = r.id) as student_count`
  return selectRows(connection, columns, `class_groups r ${teacherJoin}`, ids)
}
