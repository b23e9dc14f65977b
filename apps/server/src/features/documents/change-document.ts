import { type Document, type DocumentDeleted, isId, Problem } from '@penmark/contract'
import type { z } from 'zod'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller, Owner } from '../../http/caller.ts'
import { releaseWords, requireAllowance } from '../allowance/actions.ts'
import { recordAction } from '../audit/audit.ts'
import { holdClassGroup, isMember } from '../class-groups/read-class-groups.ts'
import { holdStudent, sortName } from '../students/students.ts'
import { readPlan } from '../teachers/plan.ts'
import type { DocumentsDependencies, Owners } from './dependencies.ts'
import { enqueue } from './processing/enqueue.ts'
import { noSuchDocument, readDocument, view } from './read-documents.ts'
import { mayReprocess, priorityOf } from './rules.ts'
import {
  type Assignment,
  deleteDocument as deleteRow,
  selectHasSamples,
  selectIsDeleted,
  selectOptionalDocumentForUpdate,
  selectSamplesForUpdate,
  updateAssignment,
  updateWrittenInClass,
} from './store.ts'

/**
 * The assignment as a document stores it, locked until the transaction ends. 404 for a student or class that is not the caller's, 422 for
 * two that do not belong together.
 */
export async function holdOwners(connection: Connection, owners: Owners, caller: Caller): Promise<Assignment> {
  const student = owners.student_id ? await holdStudent(connection, caller, owners.student_id) : null
  const classGroup = owners.class_group_id ? await holdClassGroup(connection, caller, owners.class_group_id) : null
  if (student && classGroup && !(await isMember(connection, { class_group_id: classGroup.id, student_id: student.id }))) {
    const msg = `${student.first_name} ${student.last_name} is not in the class ${classGroup.class_name}. Add the student to the class first, or choose another.`
    throw new Problem('invalid_input', msg, { fields: [{ loc: ['student_id'], msg }] })
  }
  return { student_id: student?.id ?? null, class_group_id: classGroup?.id ?? null, student_sort: student ? sortName(student) : '' }
}

/** An absent id leaves the assignment unchanged, null or '' clears it (specification, decision 39). */
export async function assignDocument(database: Database, id: string, owners: Owners, caller: Caller): Promise<Document> {
  if (!isId(id)) throw noSuchDocument()
  return database.transaction(async (connection) => {
    const row = await selectOptionalDocumentForUpdate(connection, caller.teacher_id, id)
    if (!row) throw noSuchDocument()
    const assignment = {
      student_id: owners.student_id === undefined ? row.student_id : owners.student_id || null,
      class_group_id: owners.class_group_id === undefined ? row.class_group_id : owners.class_group_id || null,
    }
    // A document may keep its present assignment even if the student has left the class since.
    const isUnchanged = assignment.student_id === row.student_id && assignment.class_group_id === row.class_group_id
    if (isUnchanged) return view(connection, row)
    const assigned = await updateAssignment(connection, id, await holdOwners(connection, assignment, caller), new Date())
    if (!assigned) throw new Error('A document that is held is gone.')
    return view(connection, assigned)
  })
}

/** Recorded, because the mark changes what other reports are compared with. `target_id` is a document or an upload. */
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
export async function markWrittenInClass(database: Database, id: string, written_in_class: boolean, caller: Caller): Promise<Document> {
  if (!isId(id)) throw noSuchDocument()
  const marked = await database.transaction(async (connection) => {
    const row = await updateWrittenInClass(connection, caller.teacher_id, id, written_in_class, new Date())
    if (row === null) return null
    await recordMark(connection, caller, id, written_in_class, 1)
    return view(connection, row)
  })
  return marked ?? readDocument(database, id, caller)
}

export async function reprocessDocument(
  { database, queue, planLimits }: DocumentsDependencies,
  id: string,
  caller: Caller,
): Promise<Document> {
  if (!isId(id)) throw noSuchDocument()
  const row = await database.transaction(async (connection) => {
    const found = await selectOptionalDocumentForUpdate(connection, caller.teacher_id, id)
    if (!found) throw noSuchDocument()
    if (found.status === 'COMPLETED') throw new Problem('conflict', 'This document is completed. Its report stays as it is.')
    if (!mayReprocess(found.status)) throw new Problem('conflict', 'This document is being processed already. Wait for its result.')
    if (!found.is_content_kept) throw new Problem('conflict', 'This document could not be processed and is not kept. Upload it again.')
    const plan = await readPlan(connection, caller.teacher_id, planLimits)
    await requireAllowance(connection, plan)
    // The plan may have changed since the upload.
    return enqueue(connection, queue, { ...found, processing_priority: priorityOf(plan.plan) }, 0)
  })
  queue.wake()
  return view(database, row)
}

/** Deletes the rows of a document. Returns the key of its file, to be deleted once that is committed; null where there is none. */
export async function deleteStoredDocument(connection: Connection, id: string, { teacher_id }: Owner): Promise<string | null> {
  const row = await selectOptionalDocumentForUpdate(connection, teacher_id, id)
  if (row) {
    // Words of a finished document stay spent; an unfinished one returns them.
    if (row.status !== 'COMPLETED') await releaseWords(connection, id)
    await deleteRow(connection, row, new Date())
    return row.blob_key
  }
  if (!(await selectIsDeleted(connection, teacher_id, id))) throw noSuchDocument()
  return null
}

/** Erases file, text and result at once. Deleting again is no error. */
export async function deleteDocument(
  { database, storage }: Pick<DocumentsDependencies, 'database' | 'storage'>,
  id: string,
  caller: Owner,
): Promise<z.infer<typeof DocumentDeleted>> {
  if (!isId(id)) throw noSuchDocument()
  const blobKey = await database.transaction((connection) => deleteStoredDocument(connection, id, caller))
  // If the process dies before this, the sweep deletes the file without a row.
  if (blobKey !== null) await storage.delete(blobKey)
  return { id, deleted: true }
}

export function hasSampleDocuments(connection: Connection, owner: Owner): Promise<boolean> {
  return selectHasSamples(connection, owner.teacher_id)
}

/**
 * Erases the sample documents of a teacher, finished or not, and returns how many there were. A sample has no file and reserves no words.
 */
export async function deleteSampleDocuments(connection: Connection, owner: Owner, now: Date): Promise<number> {
  const samples = await selectSamplesForUpdate(connection, owner.teacher_id)
  for (const sample of samples) await deleteRow(connection, sample, now)
  return samples.length
}
