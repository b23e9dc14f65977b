import { randomUUID } from 'node:crypto'
import { type Case, caseLimits, type Deleted, type Document, type FrozenReport, Problem } from '@penmark/contract'
import type { z } from 'zod'
import type { Connection, Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { requireResults } from '../reports/results.ts'
import { holdStudent } from '../students/students.ts'
import { deliverCaseEvent } from '../webhooks/deliver.ts'
import { holdCase, readCase } from './read-cases.ts'
import { deleteCases, insertCase, insertCaseDocument, insertCaseEntry, selectCaseDocuments, updateCase } from './store.ts'

/** A completed document that a student is assigned to. */
async function requireDocument(
  connection: Connection,
  document_id: string,
  owner: Owner,
): Promise<{ document: Document; report: FrozenReport; student_id: string }> {
  const { document, first: report } = await requireResults(connection, document_id, owner)
  if (document.is_sample) throw new Problem('conflict', 'This is a sample. Open a case about a document of one of your students.')
  if (document.student_id === null) throw new Problem('conflict', 'Assign this document to a student first. A case is about one student.')
  return { document, report, student_id: document.student_id }
}

interface Addition {
  case_id: string
  document: Document
  report: FrozenReport
  now: Date
}

async function freezeDocument(connection: Connection, { case_id, document, report, now }: Addition, { teacher_id }: Owner): Promise<void> {
  const filename = document.original_filename
  const row = { document_id: document.id, case_id, teacher_id, filename, report, added_at: now }
  if (!(await insertCaseDocument(connection, row))) throw new Problem('conflict', 'This document is in a case already.')
}

/** Opens a case about a document. Only a teacher's own request does: a finding opens nothing. */
export function openCase(database: Database, document_id: string, owner: Owner): Promise<Case> {
  return database.transaction(async (connection) => {
    const { teacher_id } = owner
    const { document, report, student_id } = await requireDocument(connection, document_id, owner)
    const student = await holdStudent(connection, owner, student_id)
    const { class_group_id } = document
    const [id, now] = [randomUUID(), new Date()]
    const student_name = `${student.first_name} ${student.last_name}`.trim()
    await insertCase(connection, { id, teacher_id, student_id, student_name, class_group_id, created_at: now, updated_at: now })
    await freezeDocument(connection, { case_id: id, document, report, now }, owner)
    await insertCaseEntry(connection, { case_id: id, teacher_id, at: now, kind: 'opened', text: document.original_filename })
    await deliverCaseEvent(connection, { event: 'case.opened', case_id: id, teacher_id, student_id, class_group_id, now })
    return readCase(connection, id, owner)
  })
}

/** Adds another document of the same student, with its report as it is now. */
export function addCaseDocument(database: Database, id: string, document_id: string, owner: Owner): Promise<Case> {
  return database.transaction(async (connection) => {
    const { teacher_id } = owner
    const row = await holdCase(connection, id, owner)
    const { document, report, student_id } = await requireDocument(connection, document_id, owner)
    if (student_id !== row.student_id)
      throw new Problem('conflict', 'This document belongs to another student. A case is about one student.')
    if ((await selectCaseDocuments(connection, id)).length >= caseLimits.documents)
      throw new Problem('conflict', `A case holds at most ${caseLimits.documents} documents.`)
    const now = new Date()
    await freezeDocument(connection, { case_id: id, document, report, now }, owner)
    await insertCaseEntry(connection, { case_id: id, teacher_id, at: now, kind: 'document-added', text: document.original_filename })
    await updateCase(connection, id, { updated_at: now })
    const { class_group_id } = row
    await deliverCaseEvent(connection, { event: 'case.changed', case_id: id, teacher_id, student_id, class_group_id, now })
    return readCase(connection, id, owner)
  })
}

/** Deletes a case that was opened by mistake. One in which something happened is a record, and stays. */
export function deleteCase(database: Database, id: string, owner: Owner): Promise<z.infer<typeof Deleted>> {
  return database.transaction(async (connection) => {
    const { state, teacher_id, student_id, class_group_id } = await holdCase(connection, id, owner)
    if (state !== 'new') throw new Problem('conflict', 'This case is a record by now and cannot be deleted. You can decide it instead.')
    await deleteCases(connection, [id])
    await deliverCaseEvent(connection, { event: 'case.deleted', case_id: id, teacher_id, student_id, class_group_id, now: new Date() })
    return { id, deleted: true }
  })
}
