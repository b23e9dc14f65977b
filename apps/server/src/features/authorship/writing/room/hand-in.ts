import { Problem, type WritingRoom } from '@penmark/contract'
import { textOf } from '@penmark/writing'
import type { Caller } from '../../../../http/caller.ts'
import { displayName } from '../../../../http/multipart.ts'
import { problem } from '../../../../locale/problems/problem.ts'
import { recordEvent } from '../../../../services/audit/audit.ts'
import type { Connection } from '../../../../services/database/database.ts'
import { readAccount } from '../../../accounts/index.ts'
import { isMember, readStudentName } from '../../../classes/index.ts'
import { deleteStoredDocument, recordInserted, submitText } from '../../../documents/index.ts'
import { encodeText } from '../record/body.ts'
import { readLargestInsertion } from '../record/largest-insertion.ts'
import type { RoomDependencies } from './read-room.ts'
import { readRoom, refusalOfTakeBack, type TakeBackRefusal } from './read-room.ts'
import { requireSession, unknownLink } from './sessions.ts'
import {
  type SubmissionRow,
  type SubmissionWithTask,
  selectOptionalForUpdate,
  updateSubmission,
  upsertTexts,
} from './store.ts'

/** The student has read what is recorded, and begins. Later calls change nothing. */
export async function acceptRecord(dependencies: RoomDependencies, session: string): Promise<WritingRoom> {
  const { submission } = await requireSession(dependencies, session)
  await dependencies.database.transaction(async (connection) => {
    const { id, teacher_id, accepted_at, state } = await lockSubmission(connection, submission.id)
    if (accepted_at !== null) return
    await updateSubmission(connection, id, {
      accepted_at: new Date(),
      ...(state === 'not-begun' && { state: 'writing' }),
    })
    await recordEvent(connection, { action: 'writing.accept', target_id: id, teacher_id })
  })
  return readRoom(dependencies, await requireSession(dependencies, session))
}

async function lockSubmission(connection: Connection, id: string): Promise<SubmissionRow> {
  const row = await selectOptionalForUpdate(connection, id)
  if (row === null) throw unknownLink()
  return row
}

const textChanged = () => problem('conflict', 'text_changed')

/**
 * The error that a student gets if the teacher's account is full; the teacher sees the reason in their own
 * account.
 */
function toStudentProblem(error: unknown): unknown {
  if (!(error instanceof Problem)) return error
  if (error.code === 'not_signed_in') return unknownLink()
  // A full disk is nothing that the teacher could clear up, and another try later may succeed.
  if (error.reason?.code === 'disk_low') return error
  const isFull =
    error.code === 'allowance_exceeded' || error.code === 'storage_full' || error.code === 'plan_required'
  if (!isFull) return error
  return problem('conflict', 'account_cannot_take_text', {}, { cause: error })
}

/** The student's class, unless they have left it since the task was set. */
async function ownersOf(
  { database }: RoomDependencies,
  { submission: { student_id }, task: { class_group_id } }: SubmissionWithTask,
) {
  const belongs = class_group_id !== null && (await isMember(database, { class_group_id, student_id }))
  return { student_id, class_group_id: belongs ? class_group_id : null }
}

function requireCanHandIn({ state, version }: SubmissionRow, shownVersion: number): void {
  if (state === 'handed-in') throw problem('conflict', 'handed_in_already')
  if (version !== shownVersion) throw textChanged()
}

/**
 * Hands the text in: a document of the teacher is stored and queued, and the text is closed, in one
 * transaction.
 */
export async function handIn(
  dependencies: RoomDependencies,
  { session, version }: { session: string; version: number },
): Promise<WritingRoom> {
  const { database, encryption, emit } = dependencies
  const found = await requireSession(dependencies, session)
  const { submission, task } = found
  requireCanHandIn(submission, version)
  const { document } = await dependencies.texts.read(database, submission)
  const text = textOf(document)
  if (text === '') throw problem('conflict', 'nothing_written')
  const { id, teacher_id } = submission
  const name = await readStudentName(database, submission.student_id)
  const filename = displayName(`${task.title.slice(0, 150)}, ${name.slice(0, 90)}.txt`)
  const owners = await ownersOf(dependencies, found)
  const inserted = await readLargestInsertion(database, encryption, submission)
  const onStored = async (connection: Connection, { id: document_id }: { id: string }) => {
    const now = new Date()
    const row = await lockSubmission(connection, id)
    requireCanHandIn(row, version)
    await updateSubmission(connection, id, { state: 'handed-in', handed_in_at: now, document_id })
    await recordInserted(connection, document_id, inserted)
    await upsertTexts(connection, [
      { submission_id: id, teacher_id, version, body: encodeText(encryption, id, document) },
    ])
    await recordEvent(connection, {
      action: 'writing.hand-in',
      target_id: id,
      teacher_id,
      details: { words: row.words, entries: row.entries },
    })
    await emit(connection, 'writingHandedIn', {
      submission_id: id,
      teacher_id,
      document_id,
      ...owners,
      now,
    })
  }
  try {
    const caller: Caller = {
      teacher_id,
      is_administrator: false,
      person: await readAccount(database, teacher_id),
    }
    await submitText(dependencies, { text, filename, ...owners }, caller, { onStored })
  } catch (error) {
    throw toStudentProblem(error)
  }
  return readRoom(dependencies, await requireSession(dependencies, session))
}

const takeBackProblems: Record<TakeBackRefusal, () => Problem> = {
  'not-handed-in': () => problem('conflict', 'not_handed_in'),
  late: () => problem('conflict', 'taken_back_too_late'),
  often: () => problem('conflict', 'taken_back_too_often'),
  'in-case': () => problem('conflict', 'text_in_case'),
}

/**
 * Deletes the document and opens the text again, in one transaction. The words that were spent on it stay
 * spent.
 */
export async function takeBack(dependencies: RoomDependencies, session: string): Promise<WritingRoom> {
  const { database, storage } = dependencies
  const { submission, task } = await requireSession(dependencies, session)
  const { id, teacher_id, document_id } = submission
  const blobKey = await database.transaction(async (connection) => {
    // Lock the document before the text, as every deletion of a document does. The teacher may have deleted
    // it.
    const key =
      document_id === null ? null : await deleteStoredDocument(connection, document_id, { teacher_id })
    const row = await lockSubmission(connection, id)
    if (row.document_id !== null && row.document_id !== document_id) throw textChanged()
    const refusal = await refusalOfTakeBack(
      dependencies.isInCase,
      connection,
      { submission: { ...row, document_id }, task },
      new Date(),
    )
    if (refusal !== null) throw takeBackProblems[refusal]()
    await updateSubmission(connection, id, {
      state: 'writing',
      handed_in_at: null,
      document_id: null,
      take_backs: row.take_backs + 1,
    })
    await recordEvent(connection, { action: 'writing.take-back', target_id: id, teacher_id })
    return key
  })
  // What cannot be deleted now is left to the sweep of files without a row.
  if (blobKey !== null) await storage.delete(blobKey).catch(() => undefined)
  return readRoom(dependencies, await requireSession(dependencies, session))
}
