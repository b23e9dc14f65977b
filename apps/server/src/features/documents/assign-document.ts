import { type Document, isId, Problem } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { holdClassGroup, isMember } from '../class-groups/read-class-groups.ts'
import { holdStudent } from '../students/read-students.ts'
import { sortName } from '../students/rules.ts'
import { noSuchDocument, view } from './read-documents.ts'
import { type Assignment, selectOptionalDocumentForUpdate, updateAssignment } from './store.ts'

/** Whom a document is assigned to. Null and '' mean nobody; the caller decides what an absent field means. */
export interface Owners {
  student_id?: string | null | undefined
  class_group_id?: string | null | undefined
}

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
