import { routes } from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import { addMember, removeMember } from './members.ts'
import {
  countStudents,
  createStudent,
  deleteStudent,
  listStudents,
  readStudent,
  type StudentsDependencies,
  updateStudent,
} from './students.ts'
import { uploadStudents } from './upload-students.ts'

/** Five thousand rows with every column full. */
const uploadBodyBytes = 16_000_000

export function bindStudents({ bind }: Binder, dependencies: StudentsDependencies): void {
  const { database } = dependencies
  bind(routes.listStudents, (filter, caller) => listStudents(database, filter, caller))
  bind(routes.countStudents, (filter, caller) => countStudents(database, filter, caller))
  bind(routes.createStudent, (fields, caller) => createStudent(database, fields, caller))
  bind(routes.uploadStudents, ({ students }, caller) => uploadStudents(database, students, caller), {
    bodyBytes: uploadBodyBytes,
  })
  bind(routes.readStudent, ({ id }, caller) => readStudent(database, id, caller))
  bind(routes.updateStudent, ({ id, ...fields }, caller) => updateStudent(dependencies, id, fields, caller))
  bind(routes.addClassStudent, ({ id, student_id }, caller) =>
    addMember(database, { class_group_id: id, student_id }, caller),
  )
  bind(routes.removeClassStudent, ({ id, student_id }, caller) =>
    removeMember(database, { class_group_id: id, student_id }, caller),
  )
  bind(routes.deleteStudent, ({ id }, caller) => deleteStudent(dependencies, id, caller))
}
