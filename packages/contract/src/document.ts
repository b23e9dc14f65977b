import { z } from 'zod'

export const documentStatuses = ['UPLOADED', 'QUEUED', 'PROCESSING', 'COMPLETED', 'ERROR', 'LIMIT_EXCEEDED'] as const
export const DocumentStatus = z.enum(documentStatuses)
export type DocumentStatus = z.infer<typeof DocumentStatus>

/** Statuses that count as in progress, and so cause polling: the dashboard counts UPLOADED too (decision 11). */
export const inProgress = {
  dashboard: ['UPLOADED', 'QUEUED', 'PROCESSING'],
  documents: ['QUEUED', 'PROCESSING'],
} as const satisfies Record<string, readonly DocumentStatus[]>

export const fileTypes = ['pdf', 'docx', 'doc', 'txt'] as const
export const FileType = z.enum(fileTypes)
export type FileType = z.infer<typeof FileType>

/** The step a running job is at; null when it is not running. */
export const stages = ['extracting', 'detecting', 'reporting'] as const
export const Stage = z.enum(stages)
export type Stage = z.infer<typeof Stage>

const Id = z.string()
const Time = z.iso.datetime()

/** A document as every list and detail call sends it. Pairs (`id`/`_id`, …) are equal (decision 37). */
export const Document = z.object({
  id: Id,
  _id: Id,
  teacher_id: Id,
  original_filename: z.string(),
  filename: z.string(),
  upload_timestamp: Time,
  created_at: Time,
  updated_at: Time,
  status: DocumentStatus,
  /** A sentence for the teacher when the status is ERROR or LIMIT_EXCEEDED. */
  status_reason: z.string().nullable(),
  stage: Stage.nullable(),
  ai_score: z.number().min(0).max(1).nullable(),
  score: z.number().min(0).max(1).nullable(),
  label: z.string().nullable(),
  word_count: z.int().nullable(),
  character_count: z.int().nullable(),
  page_count: z.int().nullable(),
  file_type: FileType,
  size_bytes: z.int(),
  student_id: Id.nullable(),
  class_group_id: Id.nullable(),
  assignment_id: Id.nullable(),
  student_details: z.object({ first_name: z.string(), last_name: z.string(), year_group: z.string().nullable() }).nullable(),
  class_details: z.object({ class_name: z.string(), academic_year: z.string().nullable() }).nullable(),
  batch_id: Id.nullable(),
  queue_position: z.int().nullable(),
  processing_priority: z.string(),
  is_deleted: z.boolean(),
})
export type Document = z.infer<typeof Document>

export const DocumentText = z.object({ text: z.string().refine((text) => text.trim() !== '', 'Please enter some text.') })

export const BatchUpload = z.object({
  batch_id: Id,
  total_files: z.int(),
  status: z.string(),
  document_ids: z.array(Id),
})
export type BatchUpload = z.infer<typeof BatchUpload>

export const DocumentDeleted = z.object({ id: Id, deleted: z.literal(true) })
