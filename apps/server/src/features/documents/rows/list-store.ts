import {
  type DocumentSort,
  type DocumentStatus,
  type Finding,
  type FindingFilter,
  listLimits,
  recentDocuments,
  type Standing,
  type StandingFilter,
} from '@penmark/contract'
import {
  and,
  asc,
  desc,
  eq,
  fillPlaceholders,
  inArray,
  isNull,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type Connection, containing } from '../../../services/database/database.ts'
import { classGroups, students } from '../../classes/index.ts'
import { documents, needsStudent } from '../rows/tables.ts'
import { flaggedFrom, isFlaggedSince } from './flagged.ts'
import { selectAsJson } from './list-json.ts'

export interface DocumentQuery {
  teacher_id: string
  student_id?: string
  class_group_id?: string
  status?: DocumentStatus
  finding?: FindingFilter
  unassigned?: 'student' | 'class' | 'both'
  written_in_class?: boolean
  standing?: StandingFilter
  is_sample?: boolean
  search?: string
}

export interface DocumentPage {
  sort: DocumentSort
  order: 'asc' | 'desc'
  /** The id of the last document on the previous page; the page begins after it. */
  before?: string
  limit: number
}

// Each must match an index literally, because the planner compares the text. A missing value sorts lowest.
const sorts: Record<DocumentSort, SQL> = {
  upload_timestamp: sql`${documents.created_at}`,
  original_filename: sql`${documents.search_name}`,
  status: sql`${documents.status}`,
  finding: sql`${documents.finding_sort}`,
  score: sql`coalesce(${documents.score}, -1)`,
  word_count: sql`coalesce(${documents.word_count}, -1)`,
  student: sql`(case when ${documents.student_id} is null then '' else ${documents.student_sort} end)`,
  standing: sql`${documents.standing_sort}`,
}

/**
 * The integer part of `finding_sort`, as the migration that creates the column defines it; 0 is a document
 * without a result.
 */
const findingRanks: Record<Finding, number> = {
  'insufficient-text': 1,
  'unsupported-language': 2,
  'creative-writing': 3,
  'no-evidence': 4,
  inconclusive: 5,
  mixed: 6,
  'ai-likely': 7,
}

/**
 * Returns what a statement contains for a value: the value itself, or a placeholder in a prepared statement.
 */
type Bind = <T extends string>(
  name: 'teacher_id' | 'student_id' | 'class_group_id' | 'status' | 'like' | 'flagged_from',
  value: T,
) => T | Placeholder

const asValue: Bind = (_name, value) => value
const asPlaceholder: Bind = (name) => sql.placeholder(name)

function matchesSearch(
  { orm }: Connection,
  teacher_id: string | Placeholder,
  pattern: string | Placeholder,
): SQL | undefined {
  const like = sql`lower(${pattern})`
  const fullName = sql`lower(${students.first_name} || ' ' || ${students.last_name})`
  const named = orm
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.teacher_id, teacher_id), sql`${fullName} like ${like}`))
  const classes = orm
    .select({ id: classGroups.id })
    .from(classGroups)
    .where(and(eq(classGroups.teacher_id, teacher_id), sql`lower(${classGroups.class_name}) like ${like}`))
  return or(
    sql`${documents.search_name} like ${like}`,
    inArray(documents.student_id, named),
    inArray(documents.class_group_id, classes),
  )
}

/** Written into the statement, so that the planner knows how many there are. */
const hasStanding = (standing: Standing) => sql`${documents.standing} = ${sql.raw(`'${standing}'`)}`

/** The documents that a figure counts. */
function isCountedAs(filter: StandingFilter): SQL | undefined {
  if (filter !== 'without-student') return hasStanding(filter)
  return sql`${documents.standing} is not null and ${sql.raw(needsStudent('documents'))}`
}

function hasFinding(filter: FindingFilter, bind: Bind): SQL | undefined {
  if (filter === 'recently-flagged') return isFlaggedSince(bind('flagged_from', flaggedFrom(new Date())))
  if (filter === 'needs-a-look') return hasStanding('needs-you')
  const rank = findingRanks[filter]
  return sql`${documents.finding_sort} >= ${sql.raw(String(rank))} and ${documents.finding_sort} < ${sql.raw(String(rank + 1))}`
}

function conditionOf(connection: Connection, query: DocumentQuery, bind: Bind): SQL | undefined {
  const { student_id, class_group_id, status, finding, standing, unassigned } = query
  const { written_in_class, is_sample, search } = query
  const teacher_id = bind('teacher_id', query.teacher_id)
  return and(
    eq(documents.teacher_id, teacher_id),
    student_id === undefined ? undefined : eq(documents.student_id, bind('student_id', student_id)),
    class_group_id === undefined
      ? undefined
      : eq(documents.class_group_id, bind('class_group_id', class_group_id)),
    status === undefined ? undefined : eq(documents.status, bind('status', status)),
    finding === undefined ? undefined : hasFinding(finding, bind),
    standing === undefined ? undefined : isCountedAs(standing),
    is_sample === undefined
      ? undefined
      : is_sample
        ? sql`${documents.is_sample}`
        : sql`not ${documents.is_sample}`,
    unassigned === 'student' || unassigned === 'both' ? isNull(documents.student_id) : undefined,
    unassigned === 'class' || unassigned === 'both' ? isNull(documents.class_group_id) : undefined,
    // Must match the condition of the partial index literally.
    written_in_class === undefined
      ? undefined
      : written_in_class
        ? sql`${documents.written_in_class}`
        : sql`not ${documents.written_in_class}`,
    search === undefined
      ? undefined
      : matchesSearch(connection, teacher_id, bind('like', containing(search))),
  )
}

/** The columns of the order, starting with the requested one; together they are unique. */
function keysOf(sort: DocumentSort): SQL[] {
  const tail = [sql`${documents.created_at}`, sql`${documents.id}`]
  return sort === 'upload_timestamp' ? tail : [sorts[sort], ...tail]
}

/**
 * Page sizes that are written into a prepared statement of their own. If the size is a parameter, the planner
 * assumes a tenth of all documents, rejects its generic plan as too expensive and plans every call again,
 * which takes four times as long as reading the page.
 */
const commonPageSizes = new Set<number>([recentDocuments, 20, 50, 100, listLimits.usual, listLimits.largest])

/**
 * The page size to write into the statement; null if it is a parameter. Filtered lists need a plan for their
 * values, so only the unfiltered list of a teacher, which one index always serves, has its size written.
 */
function inlinedPageSize(query: DocumentQuery, limit: number): number | null {
  const isUnfiltered = Object.entries(query).every(
    ([name, value]) => name === 'teacher_id' || value === undefined,
  )
  return isUnfiltered && commonPageSizes.has(limit) ? limit : null
}

interface Statement {
  text: string
  params: unknown[]
}

/**
 * One statement for each combination of filters and order, a few hundred at most. Building one takes longer
 * than all other work for a page.
 */
const statements = new Map<string, Statement>()

function statementOf(connection: Connection, query: DocumentQuery, page: DocumentPage): Statement {
  const size = inlinedPageSize(query, page.limit)
  const fields = Object.keys(query).filter((name) => query[name as keyof DocumentQuery] !== undefined)
  const key = [
    ...fields.sort(),
    query.unassigned,
    query.finding,
    query.written_in_class,
    query.standing,
    query.is_sample,
    page.sort,
    page.order,
    page.before !== undefined,
    size,
  ].join(' ')
  const known = statements.get(key)
  if (known) return known
  const statement = buildStatement(connection, query, page)
  statements.set(key, statement)
  return statement
}

function buildStatement(connection: Connection, query: DocumentQuery, page: DocumentPage): Statement {
  const keys = keysOf(page.sort)
  const list = sql.join(keys, sql`, `)
  const direction = page.order === 'asc' ? asc : desc
  const teacher_id = sql.placeholder('teacher_id')
  // A row comparison, so that the index on the same columns serves it.
  const following = sql`(${list}) ${sql.raw(page.order === 'asc' ? '>' : '<')} (select ${list} from ${documents} where ${documents.id} = ${sql.placeholder('before')} and ${documents.teacher_id} = ${teacher_id})`
  const order = keys.map((key) => direction(key))
  // Selects ids from the index alone, so that only the rows of the page are read.
  const matching = connection.orm
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(conditionOf(connection, query, asPlaceholder), page.before === undefined ? undefined : following),
    )
    .orderBy(...order)
  const size = inlinedPageSize(query, page.limit)
  const ids =
    size === null
      ? matching.limit(sql.placeholder('limit'))
      : sql`(${matching} limit ${sql.raw(String(size))})`
  const { sql: text, params } = selectAsJson(connection, teacher_id, ids, order).toSQL()
  return { text, params }
}

/** The page as JSON text in wire format. */
export async function selectPage(
  connection: Connection,
  query: DocumentQuery,
  page: DocumentPage,
): Promise<string> {
  const { text, params } = statementOf(connection, query, page)
  const { search, finding: _finding, standing: _standing, is_sample: _isSample, ...rest } = query
  const values = {
    ...rest,
    flagged_from: flaggedFrom(new Date()),
    before: page.before,
    limit: page.limit,
    ...(search === undefined ? {} : { like: containing(search) }),
  }
  const { rows } = await connection.query(text, fillPlaceholders(params, values))
  return String(rows[0]?.list)
}

export async function selectDocumentCount(connection: Connection, query: DocumentQuery): Promise<number> {
  const [row] = await connection.orm
    .select({ total: sql<number>`count(*)::float8` })
    .from(documents)
    .where(conditionOf(connection, query, asValue))
  return row?.total ?? 0
}
