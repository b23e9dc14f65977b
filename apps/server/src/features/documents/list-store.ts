import type { DocumentSort, DocumentStatus } from '@penmark/contract'
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { classGroups } from '../class-groups/tables.ts'
import { students } from '../students/tables.ts'
import { selectAsJson } from './list-json.ts'
import { documents } from './tables.ts'

export interface DocumentChoice {
  teacher_id: string
  student_id?: string
  class_group_id?: string
  status?: DocumentStatus
  unassigned?: 'student' | 'class' | 'both'
  search?: string
}

export interface DocumentPage {
  sort: DocumentSort
  order: 'asc' | 'desc'
  /** Only documents that follow this one (the last of the page before). */
  before?: string
  limit: number
}

// Each has an index of the very same words: the planner compares them literally. What is missing counts as less than everything.
const sorts: Record<DocumentSort, SQL> = {
  upload_timestamp: sql`${documents.created_at}`,
  original_filename: sql`${documents.search_name}`,
  status: sql`${documents.status}`,
  score: sql`coalesce(${documents.score}, -1)`,
  word_count: sql`coalesce(${documents.word_count}, -1)`,
  student: sql`(case when ${documents.student_id} is null then '' else ${documents.student_sort} end)`,
}

/** `%` and `_` stand for themselves in what a person looks for. */
const pattern = (search: string) => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

function found({ orm }: Connection, teacher_id: string, search: string): SQL | undefined {
  const like = sql`lower(${pattern(search)})`
  const fullName = sql`lower(${students.first_name} || ' ' || ${students.last_name})`
  const named = orm
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.teacher_id, teacher_id), sql`${fullName} like ${like}`))
  const classes = orm
    .select({ id: classGroups.id })
    .from(classGroups)
    .where(and(eq(classGroups.teacher_id, teacher_id), sql`lower(${classGroups.class_name}) like ${like}`))
  return or(sql`${documents.search_name} like ${like}`, inArray(documents.student_id, named), inArray(documents.class_group_id, classes))
}

function chosen(connection: Connection, choice: DocumentChoice): SQL | undefined {
  const { teacher_id, student_id, class_group_id, status, unassigned, search } = choice
  return and(
    eq(documents.teacher_id, teacher_id),
    student_id === undefined ? undefined : eq(documents.student_id, student_id),
    class_group_id === undefined ? undefined : eq(documents.class_group_id, class_group_id),
    status === undefined ? undefined : eq(documents.status, status),
    unassigned === 'student' || unassigned === 'both' ? isNull(documents.student_id) : undefined,
    unassigned === 'class' || unassigned === 'both' ? isNull(documents.class_group_id) : undefined,
    search === undefined ? undefined : found(connection, teacher_id, search),
  )
}

/** Columns of the order, the first the one asked for; together they are different for every row. */
function keysOf(sort: DocumentSort): SQL[] {
  const tail = [sql`${documents.created_at}`, sql`${documents.id}`]
  return sort === 'upload_timestamp' ? tail : [sorts[sort], ...tail]
}

/** The page as the JSON text of the wire. */
export async function selectPage(connection: Connection, choice: DocumentChoice, page: DocumentPage): Promise<string> {
  const keys = keysOf(page.sort)
  const list = sql.join(keys, sql`, `)
  const direction = page.order === 'asc' ? asc : desc
  // A plain comparison of rows, so that the index on the same columns serves it.
  const following = sql`(${list}) ${sql.raw(page.order === 'asc' ? '>' : '<')} (select ${list} from ${documents} where ${documents.id} = ${page.before} and ${documents.teacher_id} = ${choice.teacher_id})`
  const order = keys.map((key) => direction(key))
  // The ids first, which an index tells alone; only the rows of the page are read.
  const ids = connection.orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(chosen(connection, choice), page.before === undefined ? undefined : following))
    .orderBy(...order)
    .limit(page.limit)
  return selectAsJson(connection, ids, order)
}

export async function selectDocumentCount(connection: Connection, choice: DocumentChoice): Promise<number> {
  const [row] = await connection.orm.select({ total: sql<number>`count(*)::int` }).from(documents).where(chosen(connection, choice))
  return row?.total ?? 0
}
