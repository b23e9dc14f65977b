import * as z from 'zod/mini'
import { catch as withFallback } from 'zod/mini'
import { Reason } from '../values/reason.ts'
import { Deleted, Flag, Id, Time } from '../values/scalars.ts'
import { findings } from '../values/score.ts'
import { fileTypes } from './file-types.ts'
import { Figures, standingFields, standingFilters, type UnreadState } from './standing.ts'

export const documentStatuses = [
  'UPLOADED',
  'QUEUED',
  'PROCESSING',
  'COMPLETED',
  'ERROR',
  'LIMIT_EXCEEDED',
] as const
export const DocumentStatus = z.enum(documentStatuses)
export type DocumentStatus = z.infer<typeof DocumentStatus>

/**
 * A status as it is read: UNKNOWN stands for one that a newer server sent, so that its row and all others
 * still show.
 */
export type ReadStatus = DocumentStatus | 'UNKNOWN'
export const ReadStatus = withFallback<z.ZodMiniType<ReadStatus>>(DocumentStatus, 'UNKNOWN')

/**
 * Statuses in progress, which cause polling; the dashboard also counts UPLOADED (specification, decision 11).
 */
export const inProgress = {
  dashboard: ['UPLOADED', 'QUEUED', 'PROCESSING'],
  documents: ['QUEUED', 'PROCESSING'],
} as const satisfies Record<string, readonly DocumentStatus[]>

/** Why a document of this status is unread; null for a completed one. */
export function unreadStateOf(status: DocumentStatus): UnreadState | null {
  if (status === 'COMPLETED') return null
  if (status === 'PROCESSING') return 'reading'
  if (status === 'ERROR') return 'failed'
  return status === 'LIMIT_EXCEEDED' ? 'out-of-words' : 'waiting'
}

/** The step a running job is at; null when it is not running. */
export const stages = ['extracting', 'detecting', 'reporting'] as const
export const Stage = z.enum(stages)
export type Stage = z.infer<typeof Stage>

/**
 * A document as every list and detail call sends it. Pairs (`id`/`_id`, …) are equal (specification, decision
 * 37).
 */
export const Document = z.object({
  id: Id,
  _id: Id,
  teacher_id: Id,
  original_filename: z.string(),
  filename: z.string(),
  upload_timestamp: Time,
  created_at: Time,
  updated_at: Time,
  status: ReadStatus,
  /** A message for the teacher when the status is ERROR or LIMIT_EXCEEDED. */
  status_reason: z.nullable(z.string()),
  failure: z.nullable(Reason),
  stage: z.nullable(Stage),
  /** The page of a scan that is being read, out of `page_count`; null unless one is. */
  reading_page: z.nullable(z.int()),
  ai_score: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  score: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  label: z.nullable(z.string()),
  /**
   * The finding of its report; null without a result, and for an old result that recorded none: then label
   * and score decide.
   */
  finding: z.nullable(z.enum(findings)),
  /** Share of the words that read like AI writing, 0…1; null without a score. */
  ai_share: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  word_count: z.nullable(z.int()),
  character_count: z.nullable(z.int()),
  page_count: z.nullable(z.int()),
  file_type: z.enum(fileTypes),
  size_bytes: z.int(),
  student_id: z.nullable(Id),
  class_group_id: z.nullable(Id),
  assignment_id: z.nullable(Id),
  student_details: z.nullable(
    z.object({ first_name: z.string(), last_name: z.string(), year_group: z.nullable(z.string()) }),
  ),
  class_details: z.nullable(z.object({ class_name: z.string(), academic_year: z.nullable(z.string()) })),
  /** The key under which the file is kept; null for pasted text. */
  storage_blob_path: z.nullable(z.string()),
  batch_id: z.nullable(Id),
  queue_position: z.nullable(z.int()),
  processing_priority: z.string(),
  /** Created for a new teacher; costs no words and counts in no figure. */
  is_sample: z.boolean(),
  /**
   * Marked by its teacher as written under supervision: part of the baseline that other work is compared
   * with. Never used for training.
   */
  written_in_class: z.boolean(),
  is_deleted: z.boolean(),
  ...standingFields,
})
export type Document = z.infer<typeof Document>

export const DocumentText = z.object({
  text: z.string().check(z.refine((text) => text.trim() !== '', 'text_missing')),
})

export const BatchUpload = z.object({
  batch_id: Id,
  total_files: z.int(),
  status: z.string(),
  document_ids: z.array(Id),
  /**
   * The same documents with their names, in the same order, because the contents of a ZIP archive are not
   * known beforehand.
   */
  documents: z.array(z.object({ id: Id, original_filename: z.string() })),
  /** Refused files, including those in ZIP archives. */
  skipped: z.array(z.object({ filename: z.string(), reason: z.enum(['unsupported', 'too_large', 'empty']) })),
})
export type BatchUpload = z.infer<typeof BatchUpload>

export const DocumentDeleted = Deleted

export const documentSorts = [
  'upload_timestamp',
  'original_filename',
  'status',
  'finding',
  'score',
  'word_count',
  'student',
  'standing',
] as const
export type DocumentSort = (typeof documentSorts)[number]

/**
 * A finding to filter by; `needs-a-look` for documents that need their teacher, `recently-flagged` for those
 * that `flaggedRecent` counts.
 */
export const findingFilters = ['needs-a-look', 'recently-flagged', ...findings] as const
export type FindingFilter = (typeof findingFilters)[number]

/** Filter on one's own documents; fields are combined with AND. */
export const DocumentFilter = z.object({
  student_id: z.optional(z.string()),
  class_group_id: z.optional(z.string()),
  status: z.optional(DocumentStatus),
  finding: z.optional(z.enum(findingFilters)),
  standing: z.optional(z.enum(standingFilters)),
  /** Case-insensitive search in file name, student's full name and class name. */
  search: z.optional(z.string().check(z.maxLength(200))),
  /** What is missing: a student, a class, or both. */
  unassigned: z.optional(z.enum(['student', 'class', 'both'])),
  /** Only documents marked as written in class, or only the others. */
  written_in_class: z.optional(Flag),
  /** Only samples, or all but these. */
  is_sample: z.optional(Flag),
})
export type DocumentFilter = z.infer<typeof DocumentFilter>

export const DashboardStats = z.object({
  /** Stored now, of any status. */
  current_documents: z.int(),
  /** In the bin, or erased. */
  deleted_documents: z.int(),
  /** The sum of the two. */
  total_processed_documents: z.int(),
  /** Mean score of completed, undeleted, scored documents (fraction); null when there is none. */
  avgScore: z.nullable(z.number()),
  pending: z.int(),
  /** Completed within the last 7 × 24 h with a finding, that is, a score of at least 0.5. */
  flaggedRecent: z.int(),
  /** Those of them that are closed. */
  flaggedRecentClosed: z.int(),
  /** Of all own documents. */
  figures: Figures,
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const RecentDocument = z.extend(Document, { student: z.nullable(z.string()) })
export type RecentDocument = z.infer<typeof RecentDocument>

/** How many sample documents were removed. */
export const SamplesRemoved = z.object({ documents: z.int() })

/** `language` is that of the names. */
export const SamplesInput = z.object({ language: z.optional(z.string().check(z.maxLength(35))) })

/** Whether samples were added; false if the teacher has some already. */
export const SamplesAdded = z.object({ added: z.boolean() })

/** Findings of the teacher's reports that a newer detector no longer makes, until the notice is put away. */
export const WithdrawnFindings = z.object({
  total: z.int(),
  /** The newest few of them. */
  documents: z.array(z.object({ id: z.string(), filename: z.string() })),
})
export type WithdrawnFindings = z.infer<typeof WithdrawnFindings>
