import { type Document, type DocumentStatus, type FileType, fileTypes, type PlanId } from '@penmark/contract'
import { megabyteBytes } from '../../../lib/megabytes.ts'
import type { Locale } from '../../../locale/locale.ts'
import { type ReasonCode, sentenceOf } from '../../../locale/problems/reason.ts'
import type { JobPriority } from '../../../services/queue/queue.ts'
import type { ClassGroupNames, StudentNames } from '../../classes/index.ts'
import type { DocumentRow } from './store.ts'

/** Names of the students and classes that documents are assigned to, by id. */
interface AssigneeNames {
  students: Map<string, StudentNames>
  classGroups: Map<string, ClassGroupNames>
}

/**
 * For a million characters of text, each up to six bytes once the JSON escapes it (`\u0001`), and the other
 * fields. A batch of the writing room has fewer bytes for each character, because its limit counts those of
 * the escaped JSON.
 */
export const textBodyBytes = 6_500_000

/** A document in its wire format. `queue_position` counts from 1; null unless the document waits. */
export function toDocument(
  row: DocumentRow,
  { students, classGroups }: AssigneeNames,
  queue_position: number | null,
  locale?: Locale,
): Document {
  const created = row.created_at.toISOString()
  return {
    id: row.id,
    _id: row.id,
    teacher_id: row.teacher_id,
    original_filename: row.original_filename,
    filename: row.original_filename,
    upload_timestamp: created,
    created_at: created,
    updated_at: row.updated_at.toISOString(),
    status: row.status,
    status_reason: row.failure && sentenceOf(row.failure, locale),
    failure: row.failure,
    stage: row.stage,
    reading_page: row.reading_page,
    ai_score: row.score,
    score: row.score,
    label: row.label,
    finding: row.finding,
    ai_share: row.ai_share,
    word_count: row.word_count,
    character_count: row.character_count,
    page_count: row.page_count,
    file_type: row.file_type,
    size_bytes: row.size_bytes,
    student_id: row.student_id,
    class_group_id: row.class_group_id,
    assignment_id: row.assignment_id,
    student_details: students.get(row.student_id ?? '') ?? null,
    class_details: classGroups.get(row.class_group_id ?? '') ?? null,
    storage_blob_path: row.blob_key,
    batch_id: row.batch_id,
    queue_position,
    processing_priority: row.processing_priority,
    is_sample: row.is_sample,
    written_in_class: row.written_in_class,
    is_deleted: false,
    standing: row.standing,
    standing_reasons: row.standing_reasons,
    standing_detail: row.standing_detail,
    standing_since: row.standing_since?.toISOString() ?? null,
  }
}

/** Documents of paid plans are processed first (specification, decision 24). */
export function priorityOf(plan: PlanId): JobPriority {
  return plan === 'FREE' ? 'NORMAL' : 'HIGH'
}

/** Only a document that failed or never started may be queued again (specification, decision 12). */
export function mayReprocess(status: DocumentStatus): boolean {
  return status === 'ERROR' || status === 'LIMIT_EXCEEDED' || status === 'UPLOADED'
}

/** Whether a document waits for its result or is being read. */
export function isUnfinished(status: DocumentStatus): boolean {
  return status === 'UPLOADED' || status === 'QUEUED' || status === 'PROCESSING'
}

/** The file type by the name's extension: what an empty file was meant to be, or one that is something else. */
export function claimedType(filename: string): FileType | null {
  const extension = /\.(\w+)$/.exec(filename.toLowerCase())?.[1]
  return fileTypes.find((type) => type === extension) ?? null
}

/**
 * The failures that are not the document's fault, and that an administrator can retry at once: of ours, and
 * of a storage that returns something else.
 */
export const ourFaults = ['reading_failed', 'stored_file_damaged'] as const satisfies ReasonCode[]

/**
 * A document that is started more often fails, because it may be what kills the worker. The number is high
 * because a dying worker interrupts all the documents of a batch, and is hardly ever killed by one: files are
 * read in separate processes, and texts are scored in a thread with a time limit.
 */
export const maximumRuns = 20

/**
 * How many bytes of a teacher's unprocessed documents are kept for another try: those beyond the allowance,
 * and those that took too long to read. It is as large as the largest file, so that unpaid uploads cannot
 * pile up.
 */
export const maximumUnprocessedBytes = 25 * megabyteBytes
