import { type Document, type DocumentDeleted, isId } from '@penmark/contract'
import type { z } from 'zod'
import type { Caller, Owner } from '../../../http/caller.ts'
import { invalidField, problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Emit, Events } from '../../../services/events/events.ts'
import type { Queue } from '../../../services/queue/queue.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { readPlan, releaseWords, requireAllowance, type StorageQuota } from '../../accounts/index.ts'
import {
  isMember,
  lockClassGroup,
  lockStudent,
  moveToBin,
  readSortName,
  sortName,
} from '../../classes/index.ts'
import { enqueue } from '../pipeline/queue.ts'
import { documentFromRow, noSuchDocument, readDocument } from '../rows/read-documents.ts'
import { isUnfinished, mayReprocess, priorityOf } from '../rows/rules.ts'
import {
  type Assignment,
  deleteDocument as deleteRow,
  deleteTombstone,
  selectHasSamples,
  selectIdsInClass,
  selectIsAssigned,
  selectIsDeleted,
  selectOptionalDocumentForUpdate,
  selectSamplesForUpdate,
  updateAssignment,
  updateStudentSort,
  updateUnassigned,
  updateWrittenInClass,
} from '../rows/store.ts'
import { refreshStandings } from '../standing/refresh.ts'
import { lockWithOthers, refreshOwnWork, refreshWithOthers } from '../standing/shared-texts.ts'
import { updateDone } from '../standing/store.ts'

/** What the actions on documents need. */
export interface DocumentsDependencies {
  database: Database
  storage: Storage
  queue: Queue
  storageQuota: StorageQuota
}

/**
 * The student and class that a document is assigned to. Null and '' clear one; the caller decides what an
 * absent field means.
 */
export interface AssigneeIds {
  student_id?: string | null | undefined
  class_group_id?: string | null | undefined
}

/**
 * Locks the student and the class until the transaction ends, and returns the assignment as a document stores
 * it. @throws {Problem} `not_found` for a student or class that is not the caller's, `invalid_input` for a
 * student who is not in the class.
 */
export async function lockAssignees(
  connection: Connection,
  assignees: AssigneeIds,
  caller: Caller,
): Promise<Assignment> {
  const student = assignees.student_id ? await lockStudent(connection, caller, assignees.student_id) : null
  const classGroup = assignees.class_group_id
    ? await lockClassGroup(connection, caller, assignees.class_group_id)
    : null
  if (
    student &&
    classGroup &&
    !(await isMember(connection, { class_group_id: classGroup.id, student_id: student.id }))
  ) {
    throw invalidField('student_id', 'student_not_in_class', {
      student: `${student.first_name} ${student.last_name}`,
      class: classGroup.class_name,
    })
  }
  return {
    student_id: student?.id ?? null,
    class_group_id: classGroup?.id ?? null,
    student_sort: student ? sortName(student) : '',
  }
}

/** An absent id leaves the assignment unchanged, null or '' clears it (specification, decision 39). */
export async function assignDocument(
  { database, emit }: { database: Database; emit: Emit },
  id: string,
  assignees: AssigneeIds,
  caller: Caller,
): Promise<Document> {
  if (!isId(id)) throw noSuchDocument()
  return database.transaction(async (connection) => {
    await lockWithOthers(connection, [id])
    const row = await selectOptionalDocumentForUpdate(connection, caller.teacher_id, id)
    if (!row) throw noSuchDocument()
    const assignment = {
      student_id: assignees.student_id === undefined ? row.student_id : assignees.student_id || null,
      class_group_id:
        assignees.class_group_id === undefined ? row.class_group_id : assignees.class_group_id || null,
    }
    // A document may keep its present assignment even if the student has left the class since.
    const isUnchanged =
      assignment.student_id === row.student_id && assignment.class_group_id === row.class_group_id
    if (isUnchanged) return documentFromRow(connection, row, caller.locale)
    const assigned = await updateAssignment(
      connection,
      id,
      await lockAssignees(connection, assignment, caller),
      new Date(),
    )
    if (!assigned) throw new Error('A locked document is gone.')
    if (assigned.student_id !== row.student_id) await refreshOwnWork(connection, id)
    else await refreshWithOthers(connection, [id])
    if (assigned.class_group_id !== row.class_group_id)
      await emit(connection, 'documentChangedClass', { document_id: id })
    return documentFromRow(connection, assigned, caller.locale)
  })
}

/**
 * Records a change of the mark, because it changes what other reports are compared with. `target_id` is a
 * document or a batch.
 */
export function recordMark(
  connection: Connection,
  owner: Owner,
  target_id: string,
  written_in_class: boolean,
  documents: number,
): Promise<void> {
  return recordAction(connection, owner, {
    action: written_in_class ? 'document.mark-written-in-class' : 'document.unmark-written-in-class',
    target_id,
    teacher_id: owner.teacher_id,
    details: { documents },
  })
}

/** Marks a document as written under supervision, or removes the mark. */
export async function markWrittenInClass(
  database: Database,
  id: string,
  written_in_class: boolean,
  caller: Caller,
): Promise<Document> {
  if (!isId(id)) throw noSuchDocument()
  const marked = await database.transaction(async (connection) => {
    const row = await updateWrittenInClass(connection, caller.teacher_id, id, written_in_class, new Date())
    if (row === null) return null
    await recordMark(connection, caller, id, written_in_class, 1)
    return documentFromRow(connection, row, caller.locale)
  })
  return marked ?? readDocument(database, id, caller)
}

export async function reprocessDocument(
  { database, queue }: DocumentsDependencies,
  id: string,
  caller: Caller,
): Promise<Document> {
  if (!isId(id)) throw noSuchDocument()
  const row = await database.transaction(async (connection) => {
    const stored = await selectOptionalDocumentForUpdate(connection, caller.teacher_id, id)
    if (!stored) throw noSuchDocument()
    if (stored.status === 'COMPLETED') throw problem('conflict', 'document_completed')
    if (!mayReprocess(stored.status)) throw problem('conflict', 'document_in_progress')
    if (!stored.is_content_kept) throw problem('conflict', 'document_not_kept')
    const plan = await readPlan(connection, caller.teacher_id)
    await requireAllowance(connection, plan)
    // A document that was put away is wanted again.
    await updateDone(connection, { id, teacher_id: caller.teacher_id, done_at: null })
    await refreshStandings(connection, [id])
    // The plan may have changed since the upload.
    return enqueue(connection, queue, { ...stored, processing_priority: priorityOf(plan.plan) }, 0)
  })
  return documentFromRow(database, row, caller.locale)
}

/**
 * Erases the rows of a document. Returns the key of its file, to be deleted after the commit; null if it has
 * none.
 */
export async function deleteStoredDocument(
  connection: Connection,
  id: string,
  { teacher_id }: Owner,
): Promise<string | null> {
  const others = await lockWithOthers(connection, [id])
  const row = await selectOptionalDocumentForUpdate(connection, teacher_id, id)
  if (row) {
    // Words of a finished document stay spent; an unfinished one returns them.
    if (row.status !== 'COMPLETED') await releaseWords(connection, id)
    await deleteRow(connection, row, new Date())
    await refreshStandings(connection, others)
    return row.blob_key
  }
  if (!(await selectIsDeleted(connection, teacher_id, id))) throw noSuchDocument()
  return null
}

/** Moves a document to the bin, with text, results and file. Deleting again is no error. */
export async function deleteDocument(
  database: Database,
  id: string,
  caller: Owner,
): Promise<z.infer<typeof DocumentDeleted>> {
  if (!isId(id)) throw noSuchDocument()
  await database.transaction(async (connection) => {
    await lockWithOthers(connection, [id])
    await moveToBin(connection, 'document', id, caller, new Date())
    await deleteStoredDocument(connection, id, caller)
  })
  return { id, deleted: true }
}

/** Erases file, text and result for good, without the bin. Erasing again is no error. */
export async function eraseDocument(
  { database, storage }: Pick<DocumentsDependencies, 'database' | 'storage'>,
  id: string,
  caller: Owner,
): Promise<void> {
  if (!isId(id)) throw noSuchDocument()
  const blobKey = await database.transaction((connection) => deleteStoredDocument(connection, id, caller))
  // If the process dies before this, `sweepFiles` deletes the file.
  if (blobKey !== null) await storage.delete(blobKey)
}

/**
 * Brings a restored document up to date: it is no longer deleted, its student may have another name, and
 * unfinished work goes on.
 */
export async function resumeDocument(
  connection: Connection,
  queue: Queue,
  { id, teacher_id }: Events['restored'],
): Promise<void> {
  await deleteTombstone(connection, id)
  const row = await selectOptionalDocumentForUpdate(connection, teacher_id, id)
  if (!row) throw new Error('A document that was just restored is gone.')
  if (row.student_id !== null) await renameStudent(connection, row.student_id)
  await refreshWithOthers(connection, [id])
  if (isUnfinished(row.status)) await enqueue(connection, queue, row, row.runs)
}

/** Documents that are assigned to a restored student again are sorted by their name. */
export async function renameStudent(connection: Connection, student_id: string): Promise<void> {
  await updateStudentSort(connection, student_id, await readSortName(connection, student_id))
}

export function hasSampleDocuments(connection: Connection, owner: Owner): Promise<boolean> {
  return selectHasSamples(connection, owner.teacher_id)
}

/**
 * Deletes the sample documents of a teacher, finished or not, and returns how many there were. A sample has
 * no file and reserves no words.
 */
export async function deleteSampleDocuments(
  connection: Connection,
  owner: Owner,
  now: Date,
): Promise<number> {
  const samples = await selectSamplesForUpdate(connection, owner.teacher_id)
  for (const sample of samples) await deleteRow(connection, sample, now)
  return samples.length
}

/**
 * Clears a deleted student from the documents assigned to them. What was their own reused work stays that,
 * although nobody can tell any more.
 */
export async function unassignStudent(
  connection: Connection,
  { teacher_id, student_id, now }: Events['studentDeleted'],
): Promise<void> {
  await updateUnassigned(connection, teacher_id, 'student_id', student_id, now)
}

/** Clears a deleted class from the documents assigned to it. */
export async function unassignClassGroup(
  connection: Connection,
  { teacher_id, class_group_id, now }: Events['classGroupDeleted'],
): Promise<void> {
  const ids = await updateUnassigned(connection, teacher_id, 'class_group_id', class_group_id, now)
  await refreshStandings(connection, ids)
}

/** Documents of a restored class are compared with each other again. */
export async function refreshRestoredClass(
  connection: Connection,
  { id, teacher_id }: Events['restored'],
): Promise<void> {
  await refreshStandings(connection, await selectIdsInClass(connection, teacher_id, id))
}

/**
 * Documents are sorted by the name of their student, so a renamed student is renamed in their documents too.
 */
export function updateSortNames(
  connection: Connection,
  { student_id, sort_name }: Events['studentRenamed'],
): Promise<void> {
  return updateStudentSort(connection, student_id, sort_name)
}

export function hasDocumentsInClass(
  connection: Connection,
  teacher_id: string,
  class_group_id: string,
): Promise<boolean> {
  return selectIsAssigned(connection, teacher_id, class_group_id)
}
