import { pastingRules, studentLanguages, writingStates } from '@penmark/contract'
import { customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '../../../services/database/database.ts'

// An entry is one event in the editor, such as a change of the text or its window losing the focus. A step is
// an entry that changes the text, and a text's version is the number of its steps so far. The editor sends
// entries in batches; all entries of a submission together are its record.

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const writingTasks = pgTable('writing_tasks', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  /** Null once the class was deleted. */
  class_group_id: uuid(),
  title: text().notNull(),
  instructions: text().notNull().default(''),
  due_at: time(),
  words_min: integer(),
  words_max: integer(),
  pasting: text({ enum: pastingRules }).notNull(),
  sources: text(),
  language: text({ enum: studentLanguages }).notNull(),
  /** Null if students need no PIN. */
  pin_hash: text(),
  created_at: time().notNull().defaultNow(),
  updated_at: time().notNull().defaultNow(),
})

/** One student's text in a task, with their private link. Only the hash of its secret is stored. */
export const writingSubmissions = pgTable('writing_submissions', {
  id: uuid().primaryKey(),
  task_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  student_id: uuid().notNull(),
  state: text({ enum: writingStates }).notNull().default('not-begun'),
  /**
   * Null for a student who comes through a learning platform and needs no link, and once access was revoked.
   */
  link_hash: text(),
  link_created_at: time(),
  link_opened_at: time(),
  link_revoked_at: time(),
  accepted_at: time(),
  words: integer().notNull().default(0),
  entries: integer().notNull().default(0),
  /** The value of `entries` when the record was last packed into fewer rows. */
  packed_entries: integer().notNull().default(0),
  /** The number of steps that made the text. */
  version: integer().notNull().default(0),
  /** The hash of the last batch; null before the first. */
  hash: text(),
  /** How often the student took a text back after handing it in. */
  take_backs: integer().notNull().default(0),
  last_written_at: time(),
  handed_in_at: time(),
  document_id: uuid(),
  created_at: time().notNull().defaultNow(),
})

/** A device on which a student opened their link. Deleted when the link is replaced or revoked. */
export const writingSessions = pgTable('writing_sessions', {
  id: uuid().primaryKey(),
  submission_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  secret_hash: text().notNull(),
  created_at: time().notNull().defaultNow(),
  last_used_at: time().notNull().defaultNow(),
})

/**
 * The record, in the order of `seq`: each row holds one batch or, once packed, several neighbouring ones. The
 * hash of a batch covers the hash of the batch before it, so no batch can be changed unnoticed.
 */
export const writingBatches = pgTable(
  'writing_batches',
  {
    submission_id: uuid().notNull(),
    seq: integer().notNull(),
    teacher_id: uuid().notNull(),
    first_entry: integer().notNull(),
    entry_count: integer().notNull(),
    first_version: integer().notNull(),
    step_count: integer().notNull(),
    client: text().notNull(),
    /** The number that the client gave its last entry in the row. */
    last_n: integer().notNull(),
    received_at: time().notNull(),
    hash: text().notNull(),
    /** The entries, compressed and sealed like files. */
    body: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.submission_id, table.seq] })],
)

/** The text as it stands now: the editor's JSON, compressed and sealed like files. */
export const writingTexts = pgTable('writing_texts', {
  submission_id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  version: integer().notNull(),
  body: bytes().notNull(),
})
