import type { ClassGroup, Student } from '@penmark/contract'

/** Whom a document is assigned to; null where nobody. */
export interface Pair {
  student_id: string | null
  class_group_id: string | null
}

export const noPair: Pair = { student_id: null, class_group_id: null }

type Member = Pick<Student, 'id' | 'class_group_ids'>

function isIn(students: readonly Member[], student: string, classGroup: string): boolean {
  return students.some(({ id, class_group_ids }) => id === student && class_group_ids.includes(classGroup))
}

/** Chooses a student; a class chosen before stays only if the student is in it. */
export function withStudent(pair: Pair, student: string | null, students: readonly Member[]): Pair {
  const fits = student === null || pair.class_group_id === null || isIn(students, student, pair.class_group_id)
  return { student_id: student, class_group_id: fits ? pair.class_group_id : null }
}

/** Chooses a class; a student chosen before stays only if in it. */
export function withClass(pair: Pair, classGroup: string | null, students: readonly Member[]): Pair {
  const fits = classGroup === null || pair.student_id === null || isIn(students, pair.student_id, classGroup)
  return { student_id: fits ? pair.student_id : null, class_group_id: classGroup }
}

/** The students on offer beside a chosen class: its own. */
export function studentsBeside<S extends Member>({ class_group_id }: Pair, students: readonly S[]): readonly S[] {
  return class_group_id === null ? students : students.filter(({ class_group_ids }) => class_group_ids.includes(class_group_id))
}

/** The classes on offer beside a chosen student: those the student is in. */
export function classesBeside({ student_id }: Pair, classes: readonly ClassGroup[], students: readonly Member[]): readonly ClassGroup[] {
  return student_id === null ? classes : classes.filter(({ id }) => isIn(students, student_id, id))
}
