import type { BinKind } from '@penmark/contract'

interface Kind {
  /** The table of the object's own row. */
  table: string
  /** SQL of the name under which it is listed. */
  name: string
  /**
   * The column of its documents. They are locked before the object, as everywhere, so that two calls cannot
   * deadlock.
   */
  documentsBy?: 'student_id' | 'class_group_id'
}

/** What can be in the bin. */
export const kinds: Record<BinKind, Kind> = {
  document: { table: 'documents', name: 'original_filename' },
  student: { table: 'students', name: "trim(first_name || ' ' || last_name)", documentsBy: 'student_id' },
  class: {
    table: 'class_groups',
    name: "class_name || coalesce(' (' || academic_year || ')', '')",
    documentsBy: 'class_group_id',
  },
  'writing-task': { table: 'writing_tasks', name: 'title' },
  case: { table: 'cases', name: 'student_name' },
}

/**
 * Tables whose rows are not kept: an announced erasure must be announced anew before it applies to a restored
 * document, and what another teacher was asked or agreed to ends when a document is deleted. What comes back is
 * compared anew.
 */
export const tablesNotKept: readonly string[] = [
  'retention_announcements',
  'school_matches',
  'comparison_requests',
  'school_deferrals',
]

/** Columns that repeat what a reference says, and what they hold without it. */
export const columnsWithReference: ReadonlyMap<string, Record<string, unknown>> = new Map([
  ['documents.student_id', { student_sort: '' }],
])

/**
 * SQL conditions on the row `t` under which a cleared reference may come back. A text that was taken back
 * must not get its document again.
 */
export const conditionsOfReference: ReadonlyMap<string, string> = new Map([
  ['writing_submissions.document_id', "t.state = 'handed-in'"],
])
