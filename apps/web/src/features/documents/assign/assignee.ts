import type { ClassGroup, Student } from '@penmark/contract'

/** The student and class of a document; null where unassigned. */
export interface Assignee {
  student_id: string | null
  class_group_id: string | null
}

export const noAssignee: Assignee = { student_id: null, class_group_id: null }

type Member = Pick<Student, 'id' | 'class_group_ids'>

function isIn(students: readonly Member[], student: string, classGroup: string): boolean {
  return students.some(({ id, class_group_ids }) => id === student && class_group_ids.includes(classGroup))
}

/** Chooses a student; a class chosen before stays only if the student is in it. */
export function withStudent(
  assignee: Assignee,
  student: string | null,
  students: readonly Member[],
): Assignee {
  const fits =
    student === null || assignee.class_group_id === null || isIn(students, student, assignee.class_group_id)
  return { student_id: student, class_group_id: fits ? assignee.class_group_id : null }
}

/** Chooses a class; a student chosen before stays only if in it. */
export function withClass(
  assignee: Assignee,
  classGroup: string | null,
  students: readonly Member[],
): Assignee {
  const fits =
    classGroup === null || assignee.student_id === null || isIn(students, assignee.student_id, classGroup)
  return { student_id: fits ? assignee.student_id : null, class_group_id: classGroup }
}

/** The one class that all these students are in; null if they share none, or several. */
export function sharedClass(chosen: Iterable<string>, students: readonly Member[]): string | null {
  const byId = new Map(students.map((student) => [student.id, student.class_group_ids]))
  const [first, ...others] = [...chosen].map((id) => byId.get(id) ?? [])
  const [only, ...more] = first?.filter((id) => others.every((ids) => ids.includes(id))) ?? []
  return only !== undefined && more.length === 0 ? only : null
}

/** The students to choose from once a class is chosen: its own. */
export function matchingStudents<S extends Member>(
  { class_group_id }: Assignee,
  students: readonly S[],
): readonly S[] {
  return class_group_id === null
    ? students
    : students.filter(({ class_group_ids }) => class_group_ids.includes(class_group_id))
}

/** The classes to choose from once a student is chosen: the student's own. */
export function matchingClasses(
  { student_id }: Assignee,
  classes: readonly ClassGroup[],
  students: readonly Member[],
): readonly ClassGroup[] {
  return student_id === null ? classes : classes.filter(({ id }) => isIn(students, student_id, id))
}

/** Whether a document has a student or a class. */
export function isAssigned({ student_id, class_group_id }: Assignee): boolean {
  return student_id !== null || class_group_id !== null
}

/** How one document is assigned. */
export const modes = ['none', 'student', 'class', 'class_student'] as const
export type Mode = (typeof modes)[number]

export function modeOf({ student_id, class_group_id }: Assignee): Mode {
  if (student_id !== null) return class_group_id === null ? 'student' : 'class_student'
  return class_group_id === null ? 'none' : 'class'
}

/**
 * The assignee to send: a mode without student or class clears it. Null if the mode's selection is missing.
 */
export function validAssignee(mode: Mode, assignee: Assignee): Assignee | null {
  switch (mode) {
    case 'none':
      return noAssignee
    case 'student':
      return assignee.student_id === null ? null : { ...noAssignee, student_id: assignee.student_id }
    case 'class':
      return assignee.class_group_id === null
        ? null
        : { ...noAssignee, class_group_id: assignee.class_group_id }
    case 'class_student':
      return assignee.student_id === null || assignee.class_group_id === null ? null : assignee
  }
}
