import { type Figures, isId, noFigures, type ReadingProgress } from '@penmark/contract'
import { z } from 'zod'
import type { Connection } from '../../../services/database/database.ts'
import { needsStudent } from '../rows/tables.ts'

/** All documents of a teacher, or those of a class, a student or an upload. */
export type DocumentScope = { class_group_id?: string; student_id?: string; batch_id?: string }

/** The scope that ids of a call name; null if one of them is no id. */
export function scopeOf(
  target: { [Name in keyof DocumentScope]?: string | undefined },
): DocumentScope | null {
  const named = Object.entries(target).filter(([, id]) => id !== undefined)
  return named.every(([, id]) => isId(id ?? '')) ? Object.fromEntries(named) : null
}

/** SQL: the documents `d` of the teacher `$1` in a scope, without samples, with the values from `$2` on. */
export function inScope(scope: DocumentScope): { where: string; values: string[] } {
  const entries = Object.entries(scope)
  const where = entries.map(([column], at) => ` and d.${column} = $${at + 2}::uuid`).join('')
  return {
    where: `d.teacher_id = $1::uuid and d.standing is not null${where}`,
    values: entries.map(([, id]) => id),
  }
}

const counted = (condition: string) => `count(*) filter (where ${condition})::float8`
const standing = (name: string) => counted(`d.standing = '${name}'`)
const unread = (...statuses: string[]) =>
  counted(`d.standing = 'unread' and d.status in (${statuses.map((status) => `'${status}'`).join(', ')})`)

/** SQL of every figure. The database counts them in one scan of an index. */
const columns: Record<keyof Figures, string> = {
  documents: 'count(*)::float8',
  needs_you: standing('needs-you'),
  unclear: standing('unclear'),
  nothing_found: standing('nothing-found'),
  unread: standing('unread'),
  closed: standing('closed'),
  waiting: unread('UPLOADED', 'QUEUED'),
  reading: unread('PROCESSING'),
  out_of_words: unread('LIMIT_EXCEEDED'),
  failed: unread('ERROR'),
  students_needing: `count(distinct case when d.standing = 'needs-you' then d.student_id end)::float8`,
  without_student: counted(needsStudent('d')),
}
const list = Object.entries(columns)
  .map(([name, sql]) => `${sql} as ${name}`)
  .join(', ')

const figures = z.object(
  Object.fromEntries(Object.keys(columns).map((name) => [name, z.number()])) as Record<
    keyof Figures,
    z.ZodNumber
  >,
)

/** How many documents stand how. */
export async function readFigures(
  connection: Connection,
  teacher_id: string,
  scope: DocumentScope = {},
): Promise<Figures> {
  const { where, values } = inScope(scope)
  const { rows } = await connection.query(`select ${list} from documents d where ${where}`, [
    teacher_id,
    ...values,
  ])
  return figures.parse(rows[0] ?? noFigures)
}

/** The same for each class of a teacher that has documents. */
export async function readFiguresOfClasses(
  connection: Connection,
  teacher_id: string,
): Promise<Map<string, Figures>> {
  const { where, values } = inScope({})
  const { rows } = await connection.query(
    `select d.class_group_id::text as class, ${list} from documents d where ${where} and d.class_group_id is not null
     group by d.class_group_id`,
    [teacher_id, ...values],
  )
  return new Map(rows.map((row) => [String(row.class), figures.parse(row)]))
}

/** How many words the documents of a scope have. */
export async function readWords(
  connection: Connection,
  teacher_id: string,
  scope: DocumentScope,
): Promise<number> {
  const { where, values } = inScope(scope)
  const { rows } = await connection.query(
    `select coalesce(sum(d.word_count), 0)::float8 as words from documents d where ${where}`,
    [teacher_id, ...values],
  )
  return Number(rows[0]?.words)
}

export interface Waiting {
  id: string
  words: number
  characters: number
}

/** What waits for words and is kept, in the order of upload. */
export async function listWaitingForWords(
  connection: Connection,
  teacher_id: string,
  scope: DocumentScope,
): Promise<Waiting[]> {
  const { where, values } = inScope(scope)
  const { rows } = await connection.query(
    `select d.id::text as id, coalesce(d.word_count, 0) as words,
       coalesce(d.character_count, 0) as characters from documents d
     where ${where} and d.standing = 'unread' and d.status = 'LIMIT_EXCEEDED' and d.is_content_kept
     order by d.created_at, d.id`,
    [teacher_id, ...values],
  )
  return rows.map(({ id, words, characters }) => ({
    id: String(id),
    words: Number(words),
    characters: Number(characters),
  }))
}

/**
 * How far the uploads are that are being read: of a class or a teacher, only those with a document that is not
 * read yet. What waits for words is in neither number. Null when nothing is being read.
 */
export async function readProgress(
  connection: Connection,
  teacher_id: string,
  scope: DocumentScope,
  now: Date,
): Promise<ReadingProgress | null> {
  const { where, values } = inScope(scope)
  const { rows } = await connection.query(
    `with pending as (
       select d.id, d.batch_id from documents d where ${where} and d.standing = 'unread' and d.status in ('UPLOADED', 'QUEUED', 'PROCESSING'))
     select (select count(*) from pending)::float8 as left, count(*) filter (where d.status = 'COMPLETED')::float8 as read,
       extract(epoch from min(d.created_at))::float8 as began
     from documents d where ${where}
       and (d.id in (select id from pending) or d.batch_id in (select batch_id from pending))`,
    [teacher_id, ...values],
  )
  const { left, read } = { left: Number(rows[0]?.left), read: Number(rows[0]?.read) }
  if (left === 0) return null
  const seconds = now.getTime() / 1_000 - Number(rows[0]?.began)
  return {
    read,
    of: read + left,
    seconds_left: read === 0 ? null : Math.max(1, Math.round((seconds / read) * left)),
  }
}

/** The documents that need their teacher, in the order of the queue. */
export async function listNeeding(
  connection: Connection,
  teacher_id: string,
  scope: DocumentScope,
  limit: number,
): Promise<string[]> {
  const { where, values } = inScope(scope)
  const { rows } = await connection.query(
    `select d.id::text as id from documents d where ${where} and d.standing = 'needs-you'
     order by d.standing_sort desc, d.created_at desc, d.id desc limit ${limit}`,
    [teacher_id, ...values],
  )
  return rows.map(({ id }) => String(id))
}

/** How many documents need the teacher because of a reply. */
export async function countReplies(
  connection: Connection,
  teacher_id: string,
  scope: DocumentScope,
): Promise<number> {
  const { where, values } = inScope(scope)
  const { rows } = await connection.query(
    `select count(*)::float8 as replied from documents d
     where ${where} and d.standing = 'needs-you' and 'reply' = any(d.standing_reasons)`,
    [teacher_id, ...values],
  )
  return Number(rows[0]?.replied)
}
