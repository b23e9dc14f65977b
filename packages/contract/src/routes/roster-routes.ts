import * as z from 'zod/mini'
import { defineRoute } from '../calls/route.ts'
import {
  ClassGroup,
  ClassGroupInput,
  NewStudent,
  Student,
  StudentInput,
  StudentRow,
  StudentsUploaded,
} from '../organisation/student.ts'
import { uploadLimits } from '../values/limits.ts'
import { Deleted } from '../values/scalars.ts'

const byId = z.object({ id: z.string() })
const membership = z.object({ id: z.string(), student_id: z.string() })

/** The calls that change students and classes; those that read them are among `teacherRoutes`. */
export const rosterRoutes = {
  createStudent: defineRoute({
    method: 'POST',
    path: '/students',
    access: 'teacher',
    success: 201,
    summary: 'Add a student; 409 when the external id is taken',
    input: NewStudent,
    reply: Student,
  }),
  uploadStudents: defineRoute({
    method: 'POST',
    path: '/students/bulk-upload',
    access: 'teacher',
    summary: 'Add many students at once; each row has its own result',
    input: z.object({
      students: z.array(StudentRow).check(z.minLength(1), z.maxLength(uploadLimits.studentsAtOnce)),
    }),
    reply: StudentsUploaded,
  }),
  updateStudent: defineRoute({
    method: 'PUT',
    path: '/students/:id',
    access: 'teacher',
    summary: 'Change a student; a field that is absent is cleared',
    input: z.extend(StudentInput, byId.shape),
    reply: Student,
  }),
  deleteStudent: defineRoute({
    method: 'DELETE',
    path: '/students/:id',
    access: 'teacher',
    summary: 'Delete a student: they go to the bin; their documents stay, assigned to nobody',
    input: byId,
    reply: Deleted,
  }),

  createClassGroup: defineRoute({
    method: 'POST',
    path: '/class-groups',
    access: 'teacher',
    success: 201,
    summary: 'Add a class; 409 when name and year are taken',
    input: ClassGroupInput,
    reply: ClassGroup,
  }),
  updateClassGroup: defineRoute({
    method: 'PUT',
    path: '/class-groups/:id',
    access: 'teacher',
    summary: 'Change a class; an absent year is cleared',
    input: z.extend(ClassGroupInput, byId.shape),
    reply: ClassGroup,
  }),
  deleteClassGroup: defineRoute({
    method: 'DELETE',
    path: '/class-groups/:id',
    access: 'teacher',
    summary: 'Delete a class: it goes to the bin; its students and documents stay, in no class',
    input: byId,
    reply: Deleted,
  }),
  addClassStudent: defineRoute({
    method: 'POST',
    path: '/class-groups/:id/students/:student_id',
    access: 'teacher',
    summary: 'Add a student to a class; repeating changes nothing',
    input: membership,
    reply: ClassGroup,
  }),
  removeClassStudent: defineRoute({
    method: 'DELETE',
    path: '/class-groups/:id/students/:student_id',
    access: 'teacher',
    summary: 'Remove a student from a class; repeating changes nothing',
    input: membership,
    reply: ClassGroup,
  }),
} as const
