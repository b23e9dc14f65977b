import type { WritingStudent, WritingSubmission, WritingTask } from '@penmark/contract'
import type { CountedTask, WritingSubmissionRow } from './store.ts'

/**
 * Fixed by the student's page: the secret is in the fragment, so that it reaches no server, log or referrer.
 */
export const linkOf = (publicUrl: string, secret: string): string => `${publicUrl}/write#${secret}`

/**
 * As above, for a student from a learning platform: the page keeps the session on the device and removes it
 * from the address.
 */
export const platformLinkOf = (
  publicUrl: string,
  { submission_id, session }: { submission_id: string; session: string },
): string => `${publicUrl}/write#lti.${submission_id}.${session}`

/** Whether the lower bound of words, if there are both, is at most the upper one. */
export function isWordRange({
  words_min,
  words_max,
}: {
  words_min: number | null
  words_max: number | null
}): boolean {
  return words_min === null || words_max === null || words_min <= words_max
}

export function toTask(row: CountedTask, class_name: string | null): WritingTask {
  const { id, class_group_id, title, instructions, words_min, words_max, pasting, sources, language } = row
  return {
    id,
    class_group_id,
    class_name,
    title,
    instructions,
    due_at: row.due_at?.toISOString() ?? null,
    words_min,
    words_max,
    pasting,
    sources,
    language,
    has_pin: row.pin_hash !== null,
    created_at: row.created_at.toISOString(),
    counts: { students: row.students, begun: row.begun, handed_in: row.handed_in },
  }
}

export function toSubmission(row: WritingSubmissionRow, student_name: string): WritingSubmission {
  const { id, task_id, student_id, state, words, entries, document_id } = row
  const time = (at: Date | null) => at?.toISOString() ?? null
  return {
    id,
    task_id,
    student_id,
    student_name,
    state,
    link:
      row.link_created_at === null
        ? null
        : {
            created_at: row.link_created_at.toISOString(),
            opened_at: time(row.link_opened_at),
            revoked_at: time(row.link_revoked_at),
          },
    words,
    entries,
    last_written_at: time(row.last_written_at),
    handed_in_at: time(row.handed_in_at),
    document_id,
  }
}

/** A student who was given no link yet. */
export function toUnlinked(task_id: string, student_id: string, student_name: string): WritingStudent {
  const nothing = { id: null, link: null, last_written_at: null, handed_in_at: null, document_id: null }
  return { ...nothing, task_id, student_id, student_name, state: 'not-begun', words: 0, entries: 0 }
}
