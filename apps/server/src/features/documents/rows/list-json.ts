import { eq, inArray, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Connection } from '../../../services/database/database.ts'
import { classGroups, students } from '../../classes/index.ts'
import { documents } from '../rows/tables.ts'

const inUtc = (time: AnyPgColumn) => sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Every field of a document in its wire format. A test compares it with `toDocument`. */
const wireColumns = {
  id: sql`${documents.id}`.as('id'),
  _id: sql`${documents.id}`.as('_id'),
  teacher_id: documents.teacher_id,
  original_filename: sql`${documents.original_filename}`.as('original_filename'),
  filename: sql`${documents.original_filename}`.as('filename'),
  upload_timestamp: inUtc(documents.created_at).as('upload_timestamp'),
  created_at: inUtc(documents.created_at).as('created_at'),
  updated_at: inUtc(documents.updated_at).as('updated_at'),
  status: documents.status,
  // Written by `withSentences`, in the reader's language.
  status_reason: sql`null`.as('status_reason'),
  failure: documents.failure,
  stage: documents.stage,
  reading_page: documents.reading_page,
  ai_score: sql`${documents.score}`.as('ai_score'),
  score: sql`${documents.score}`.as('score'),
  label: documents.label,
  finding: documents.finding,
  ai_share: documents.ai_share,
  word_count: documents.word_count,
  character_count: documents.character_count,
  page_count: documents.page_count,
  file_type: documents.file_type,
  size_bytes: documents.size_bytes,
  student_id: documents.student_id,
  class_group_id: documents.class_group_id,
  assignment_id: documents.assignment_id,
  student_details: sql`case when ${students.id} is not null then json_build_object(
    'first_name', ${students.first_name}, 'last_name', ${students.last_name}, 'year_group', ${students.year_group}) end`.as(
    'student_details',
  ),
  class_details: sql`case when ${classGroups.id} is not null then json_build_object(
    'class_name', ${classGroups.class_name}, 'academic_year', ${classGroups.academic_year}) end`.as(
    'class_details',
  ),
  storage_blob_path: sql`${documents.blob_key}`.as('storage_blob_path'),
  batch_id: documents.batch_id,
  queue_position: sql`waiting.position`.as('queue_position'),
  processing_priority: documents.processing_priority,
  is_sample: documents.is_sample,
  written_in_class: documents.written_in_class,
  is_deleted: sql`false`.as('is_deleted'),
  standing: documents.standing,
  standing_reasons: documents.standing_reasons,
  standing_detail: documents.standing_detail,
  standing_since: inUtc(documents.standing_since).as('standing_since'),
}

/**
 * The places in the queue. They are counted only if this teacher has a document in it, because others may
 * have thousands.
 */
const queuePositionsFor = (teacher_id: string | Placeholder) => sql`(
  select id, row_number() over (order by (processing_priority = 'HIGH') desc, queue_turn, queued_at, id) as position
  from documents where status = 'QUEUED'
    and exists (select 1 from documents own where own.teacher_id = ${teacher_id} and own.status = 'QUEUED')
) waiting`

/**
 * The statement that selects the documents with the ids that `ids` selects, as JSON text in wire format. The
 * database writes the JSON, because parsing, validating and serialising rows here takes three times as long.
 */
export function selectAsJson(
  { orm }: Connection,
  teacher_id: string | Placeholder,
  ids: SQLWrapper,
  order: SQL[],
) {
  const rows = orm
    .select(wireColumns)
    .from(documents)
    .leftJoin(students, eq(students.id, documents.student_id))
    .leftJoin(classGroups, eq(classGroups.id, documents.class_group_id))
    .leftJoin(queuePositionsFor(teacher_id), sql`waiting.id = ${documents.id}`)
    .where(inArray(documents.id, ids))
    .orderBy(...order)
    .as('document')
  return orm.select({ list: sql<string>`coalesce(json_agg(document), '[]')::text`.as('list') }).from(rows)
}
