import {
  type DocumentSort,
  type DocumentStatus,
  type Finding,
  type FindingFilter,
  findings,
  listLimits,
  needsALook,
  recentDocuments,
} from '@penmark/contract'
import { and, asc, desc, eq, fillPlaceholders, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Connection, containing } from '../../../database/database.ts'

import { classGroups } from '../../class-groups/tables.ts'
import { students } from '../../students/tables.ts'
import { documents } from '../tables.ts'
import { flaggedFrom, isFlaggedSince } from './counts.ts'
import { asJson } from './list-json.ts'

export interface DocumentChoice {
  teacher_id: string
  student_id?: string
  class_group_id?: string
  status?: DocumentStatus
  finding?: FindingFilter
  unassigned?: 'student' | 'class' | 'both'
  written_in_class?: boolean
  search?: string
}

export interface DocumentPage {
  sort: DocumentSort
  order: 'asc' | 'desc'
  /** Only documents after this one (the last of the previous page). */
  before?: string
  limit: number
}

// Each matches an index literally, because the planner compares the text. A missing value sorts lowest.
const sorts: Record<DocumentSort, SQL> = {
  upload_timestamp: sql`${documents.created_at}`,
  original_filename: sql`${documents.search_name}`,
  status: sql`${documents.status}`,
  finding: sql`${documents.finding_sort}`,
  score: sql`coalesce(${documents.score}, -1)`,
  word_count: sql`coalesce(${documents.word_count}, -1)`,
  student: sql`(case when ${documents.student_id} is null then '' else ${documents.student_sort} end)`,
}

/** The whole part of `finding_sort`; 0 is a document without a result. The migration that creates the column states the same. */
const findingRanks: Record<Finding, number> = {
  'insufficient-text': 1,
  'unsupported-language': 2,
  'no-evidence': 3,
  inconclusive: 4,
  mixed: 5,
  'ai-likely': 6,
}

/** Findings that need a look come last in the order, so both kinds of filter are one range of the index. */
const ranksOf = (filter: Exclude<FindingFilter, 'recently-flagged'>) => {
  const ranks = findings.filter((finding) => (filter === 'needs-a-look' ? needsALook(finding) : finding === filter))
  return ranks.map((finding) => findingRanks[finding])
}

/** What a statement uses for a value: the value itself, or a placeholder in a prepared statement. */
type Slot = <T extends string>(
  name: 'teacher_id' | 'student_id' | 'class_group_id' | 'status' | 'like' | 'flagged_from',
  value: T,
) => T | Placeholder

const identity: Slot = (_name, value) => value
const itsPlace: Slot = (name) => sql.placeholder(name)

function found({ orm }: Connection, teacher_id: string | Placeholder, looksLike: string | Placeholder): SQL | undefined {
  const like = sql`lower(${looksLike})`
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

function hasFinding(filter: FindingFilter, slot: Slot): SQL | undefined {
  if (filter === 'recently-flagged') return isFlaggedSince(slot('flagged_from', flaggedFrom(new Date())))
  const ranks = ranksOf(filter)
  return sql`${documents.finding_sort} >= ${sql.raw(String(Math.min(...ranks)))} and ${documents.finding_sort} < ${sql.raw(String(Math.max(...ranks) + 1))}`
}

function chosen(connection: Connection, choice: DocumentChoice, slot: Slot): SQL | undefined {
  const { student_id, class_group_id, status, finding, unassigned, written_in_class, search } = choice
  const teacher_id = slot('teacher_id', choice.teacher_id)
  return and(
    eq(documents.teacher_id, teacher_id),
    student_id === undefined ? undefined : eq(documents.student_id, slot('student_id', student_id)),
    class_group_id === undefined ? undefined : eq(documents.class_group_id, slot('class_group_id', class_group_id)),
    status === undefined ? undefined : eq(documents.status, slot('status', status)),
    finding === undefined ? undefined : hasFinding(finding, slot),
    unassigned === 'student' || unassigned === 'both' ? isNull(documents.student_id) : undefined,
    unassigned === 'class' || unassigned === 'both' ? isNull(documents.class_group_id) : undefined,
    // Spelled as in the partial index.
    written_in_class === undefined
      ? undefined
      : written_in_class
        ? sql`${documents.written_in_class}`
        : sql`not ${documents.written_in_class}`,
    search === undefined ? undefined : found(connection, teacher_id, slot('like', containing(search))),
  )
}

/** The columns of the order, starting with the requested one; together they are unique. */
function keysOf(sort: DocumentSort): SQL[] {
  const tail = [sql`${documents.created_at}`, sql`${documents.id}`]
  return sort === 'upload_timestamp' ? tail : [sorts[sort], ...tail]
}

/**
 * Usual page sizes get a prepared statement of their own with the size written into it. For an unknown size the planner assumes a tenth of
 * all documents, rejects its generic plan as too expensive and plans every call again, which takes four times as long as reading the page.
 */
const usualSizes = new Set<number>([recentDocuments, 20, 50, 100, listLimits.usual, listLimits.largest])

/**
 * The size to write into the statement; null where it is a parameter. Only where the same index serves every teacher's page: other filters
 * affect the plan and need a new one.
 */
function writtenSize(choice: DocumentChoice, limit: number): number | null {
  const isPlain = Object.entries(choice).every(([name, value]) => name === 'teacher_id' || value === undefined)
  return isPlain && usualSizes.has(limit) ? limit : null
}

interface Statement {
  text: string
  params: unknown[]
}

/** One statement for each kind of choice and order, a few hundred at most. Building one takes longer than all other work for a page. */
const statements = new Map<string, Statement>()

function statementOf(connection: Connection, choice: DocumentChoice, page: DocumentPage): Statement {
  const size = writtenSize(choice, page.limit)
  const given = Object.keys(choice).filter((name) => choice[name as keyof DocumentChoice] !== undefined)
  const kind = [
    ...given.sort(),
    choice.unassigned,
    choice.finding,
    choice.written_in_class,
    page.sort,
    page.order,
    page.before !== undefined,
    size,
  ].join(' ')
  const known = statements.get(kind)
  if (known) return known
  const written = writeStatement(connection, choice, page)
  statements.set(kind, written)
  return written
}

function writeStatement(connection: Connection, choice: DocumentChoice, page: DocumentPage): Statement {
  const keys = keysOf(page.sort)
  const list = sql.join(keys, sql`, `)
  const direction = page.order === 'asc' ? asc : desc
  const teacher_id = sql.placeholder('teacher_id')
  // A plain row comparison, so that the index on the same columns serves it.
  const following = sql`(${list}) ${sql.raw(page.order === 'asc' ? '>' : '<')} (select ${list} from ${documents} where ${documents.id} = ${sql.placeholder('before')} and ${documents.teacher_id} = ${teacher_id})`
  const order = keys.map((key) => direction(key))
  // The ids come first, from the index alone; only the rows of the page are read.
  const all = connection.orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(chosen(connection, choice, itsPlace), page.before === undefined ? undefined : following))
    .orderBy(...order)
  const size = writtenSize(choice, page.limit)
  const ids = size === null ? all.limit(sql.placeholder('limit')) : sql`(${all} limit ${sql.raw(String(size))})`
  const { sql: text, params } = asJson(connection, teacher_id, ids, order).toSQL()
  return { text, params }
}

/** The page as JSON text in wire format. */
export async function selectPage(connection: Connection, choice: DocumentChoice, page: DocumentPage): Promise<string> {
  const { text, params } = statementOf(connection, choice, page)
  const { search, finding: _written, ...rest } = choice
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

export async function selectDocumentCount(connection: Connection, choice: DocumentChoice): Promise<number> {
  const [row] = await connection.orm
    .select({ total: sql<number>`count(*)::float8` })
    .from(documents)
    .where(chosen(connection, choice, identity))
  return row?.total ?? 0
}
