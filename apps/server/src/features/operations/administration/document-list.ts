import { setImmediate } from 'node:timers/promises'
import {
  type AdminDocumentSort,
  adminLimits,
  type DocumentScores,
  indexedDocumentSorts,
} from '@penmark/contract'
import { readableName } from '@penmark/wording'
import type { Connection } from '../../../services/database/database.ts'
import {
  anyOf,
  fullNameOf,
  inUtc,
  type List,
  type Listing,
  matchingIds,
  selectIds,
  selectRows,
  sourceQuery,
  teacherColumns,
  teacherJoin,
  timeColumns,
} from './list-store.ts'

const studentJoin = 'left join students s on s.id = r.student_id'
const classJoin = 'left join class_groups c on c.id = r.class_group_id'
const queueJoin = `left join (
    select id, row_number() over (order by (processing_priority = 'HIGH') desc, queue_turn, queued_at, id) as position
    from documents where status = 'QUEUED'
  ) q on q.id = r.id`
/** The result that a document shows: its first. Later ones stand beside it. */
const resultJoin = `left join lateral (
    select model_hash, created_at, body from reports where document_id = r.id order by created_at, id limit 1
  ) v on true`

const joins: Partial<Record<AdminDocumentSort, string>> = {
  teacher: teacherJoin,
  student: studentJoin,
  class: classJoin,
  detector_version: resultJoin,
  queue_position: queueJoin,
}

/** A missing value counts as less than every other. */
const text = (column: string) => `coalesce(${column}::text, '')`
const number = (column: string) => `coalesce(${column}, -1)`
const time = (column: string) => `coalesce(${column}, '-infinity')`

export const scoreSorts: readonly AdminDocumentSort[] = ['score', 'label']

/** The name as it is shown is made here, from the file's own and the student's. */
const shownName = 'original_filename'
type StoredSort = Exclude<AdminDocumentSort, typeof shownName>

/** Every column can be sorted by; those without an index, among the newest documents only. */
export const documentList: List<StoredSort> = {
  from: 'documents',
  sorts: {
    created_at: ['r.created_at'],
    id: [],
    status: ['r.status', 'r.created_at'],
    failure: [text("r.failure->>'code'")],
    teacher: [`lower(coalesce(${fullNameOf('t')}, t.email, ''))`],
    teacher_id: ['r.teacher_id'],
    student: [`lower(coalesce(${fullNameOf('s')}, ''))`],
    student_id: [text('r.student_id')],
    class: ["lower(coalesce(c.class_name, ''))"],
    class_group_id: [text('r.class_group_id')],
    word_count: [number('r.word_count')],
    character_count: [number('r.character_count')],
    page_count: [number('r.page_count')],
    file_type: ['r.file_type'],
    size_bytes: ['r.size_bytes'],
    completed_at: [time('r.completed_at')],
    updated_at: ['r.updated_at'],
    // The order in which an installation got its detectors, which is quicker to tell than their names.
    detector_version: [time('min(v.created_at) over (partition by v.model_hash)')],
    processing_priority: ['r.processing_priority'],
    queue_position: [number('q.position')],
    batch_id: [text('r.batch_id')],
    assignment_id: [text('r.assignment_id')],
    storage_blob_path: [text('r.blob_key')],
    is_sample: ['r.is_sample'],
    written_in_class: ['r.written_in_class'],
    score: [number('r.score')],
    label: [text('r.label')],
  },
  join: (sort) => joins[sort] ?? '',
  newest: (sort) => (indexedDocumentSorts.includes(sort) ? null : adminLimits.sortedDocuments),
  matches: (search) =>
    anyOf(
      'r.search_name like $1',
      'lower(r.status) like $1',
      ...matchingIds(search, 'r.id', 'r.student_id', 'r.teacher_id'),
    ),
}

/** The SQL that selects what names consist of, for the newest documents that match. */
export const namesQuery = (search: string | undefined) =>
  sourceQuery(documentList, `r.id, r.original_filename, ${fullNameOf('s')} as student_name`, {
    search,
    join: studentJoin,
    newest: adminLimits.sortedDocuments,
  })

/** So many are named in a few milliseconds; other requests are answered between them. */
const namedTogether = 1_000

async function selectIdsByName(
  connection: Connection,
  { search, order, offset, limit }: Listing<AdminDocumentSort>,
): Promise<string[]> {
  const { rows } = await connection.query(...namesQuery(search))
  const named: [name: string, id: string][] = []
  for (const [nth, { id, original_filename, student_name }] of rows.entries()) {
    if (nth % namedTogether === 0) await setImmediate()
    const name = readableName({
      original_filename: String(original_filename),
      student_name: typeof student_name === 'string' ? student_name : null,
    })
    named.push([name.toLowerCase(), String(id)])
  }
  named.sort(([a, one], [b, other]) => (a < b ? -1 : a > b ? 1 : one < other ? -1 : 1))
  if (order === 'desc') named.reverse()
  return named.slice(offset, offset + limit).map(([, id]) => id)
}

const isStored = (listing: Listing<AdminDocumentSort>): listing is Listing<StoredSort> =>
  listing.sort !== shownName

/** The ids of one page, in order. */
export const selectDocumentIds = (connection: Connection, listing: Listing<AdminDocumentSort>) =>
  isStored(listing) ? selectIds(connection, documentList, listing) : selectIdsByName(connection, listing)

export function selectDocumentRows(
  connection: Connection,
  ids: string[],
  { is_shown: showsScores }: DocumentScores,
): Promise<unknown> {
  const columns = `${showsScores ? 'r.score, r.label, ' : ''}r.teacher_id, r.original_filename, r.original_filename as filename, ${inUtc('r.created_at')} as upload_timestamp,
    ${timeColumns('created_at', 'updated_at', 'completed_at')}, r.status, r.failure, r.word_count,
    r.character_count, r.page_count, r.file_type, r.size_bytes, r.student_id, r.class_group_id, r.assignment_id, r.batch_id,
    r.processing_priority, q.position::float8 as queue_position, r.blob_key as storage_blob_path, r.is_sample, r.written_in_class,
    ${teacherColumns}, ${fullNameOf('s')} as student_name, c.class_name, v.body->'detector'->>'version' as detector_version`
  return selectRows(
    connection,
    columns,
    `documents r ${teacherJoin} ${studentJoin} ${classJoin} ${queueJoin} ${resultJoin}`,
    ids,
  )
}
