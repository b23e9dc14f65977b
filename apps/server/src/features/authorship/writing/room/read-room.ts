import { type WritingRoom, writingLimits } from '@penmark/contract'
import type { LimitRate } from '../../../../http/rate-limits.ts'
import type { Connection, Database } from '../../../../services/database/database.ts'
import type { Emit } from '../../../../services/events/events.ts'
import type { Queue } from '../../../../services/queue/queue.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import type { Storage } from '../../../../services/storage/storage.ts'
import { readTeacherName } from '../../../accounts/index.ts'
import { readClassGroupNames, readStudentName } from '../../../classes/index.ts'
import type { DocumentsDependencies } from '../../../documents/index.ts'
import type { CurrentTexts } from './current-text.ts'
import type { SubmissionWithTask } from './store.ts'

/** What the calls of the student's page need. */
export interface RoomDependencies extends Pick<DocumentsDependencies, 'storageQuota'> {
  database: Database
  storage: Storage
  queue: Queue
  encryption: Encryption
  emit: Emit
  texts: CurrentTexts
  limitRate: LimitRate
  /** Whether a case holds the document, which a feature above knows. */
  isInCase: (connection: Connection, document_id: string) => Promise<boolean>
}

/** Why a text cannot be taken back; null if it can. */
export type TakeBackRefusal = 'not-handed-in' | 'late' | 'often' | 'in-case'

export async function refusalOfTakeBack(
  isInCase: RoomDependencies['isInCase'],
  connection: Connection,
  { submission, task }: SubmissionWithTask,
  now: Date,
): Promise<TakeBackRefusal | null> {
  if (submission.state !== 'handed-in') return 'not-handed-in'
  if (task.due_at !== null && task.due_at <= now) return 'late'
  if (submission.take_backs >= writingLimits.takeBacks) return 'often'
  return submission.document_id !== null && (await isInCase(connection, submission.document_id))
    ? 'in-case'
    : null
}

/** What the student's page shows, as it is stored now. */
export async function readRoom(
  { database, texts, isInCase }: RoomDependencies,
  found: SubmissionWithTask,
): Promise<WritingRoom> {
  const { submission, task } = found
  const { class_group_id } = task
  const now = new Date()
  const classNames = await readClassGroupNames(database, class_group_id === null ? [] : [class_group_id])
  const { document, version, hash } = await texts.read(database, submission)
  const { title, instructions, words_min, words_max, pasting, sources, language } = task
  return {
    task: {
      title,
      instructions,
      due_at: task.due_at?.toISOString() ?? null,
      words_min,
      words_max,
      pasting,
      sources,
      language,
      class_name: class_group_id === null ? null : (classNames.get(class_group_id)?.class_name ?? null),
    },
    teacher_name: await readTeacherName(database, submission.teacher_id),
    student_name: await readStudentName(database, submission.student_id),
    state: submission.state,
    accepted_at: submission.accepted_at?.toISOString() ?? null,
    handed_in_at: submission.handed_in_at?.toISOString() ?? null,
    can_hand_in: submission.state === 'writing' && submission.words > 0,
    can_take_back: (await refusalOfTakeBack(isInCase, database, found, now)) === null,
    document: document.toJSON() as Record<string, unknown>,
    version,
    hash,
    now: now.toISOString(),
  }
}
