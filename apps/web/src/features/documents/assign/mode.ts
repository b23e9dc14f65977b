import { noPair, type Pair } from './pair.ts'

/** How one document is assigned. */
export const modes = ['none', 'student', 'class', 'class_student'] as const
export type Mode = (typeof modes)[number]

export function modeOf({ student_id, class_group_id }: Pair): Mode {
  if (student_id !== null) return class_group_id === null ? 'student' : 'class_student'
  return class_group_id === null ? 'none' : 'class'
}

/** What is sent: a mode without student or class clears it. Null where the mode lacks its selection. */
export function chosenIn(mode: Mode, pair: Pair): Pair | null {
  switch (mode) {
    case 'none':
      return noPair
    case 'student':
      return pair.student_id === null ? null : { ...noPair, student_id: pair.student_id }
    case 'class':
      return pair.class_group_id === null ? null : { ...noPair, class_group_id: pair.class_group_id }
    case 'class_student':
      return pair.student_id === null || pair.class_group_id === null ? null : pair
  }
}
