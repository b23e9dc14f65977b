import * as z from 'zod/mini'
import { catch as orDefault } from 'zod/mini'
import { canBeId, classAddress } from '../../../lib/addresses/addresses.ts'

/** What another screen may pass on in the router's state. */
const NavigationState = z.object({
  successMessage: orDefault(z.optional(z.string()), undefined),
  studentToEdit: orDefault(z.optional(z.object({ id: z.string() })), undefined),
  returnTo: orDefault(z.optional(z.literal('class')), undefined),
  classId: orDefault(z.optional(z.string()), undefined),
})
export type NavigationState = z.infer<typeof NavigationState>

/** The router's state, or an empty one if it is something else. */
export function readNavigationState(state: unknown): NavigationState {
  return NavigationState.safeParse(state).data ?? {}
}

function safeId(id: string | null | undefined): string | null {
  const text = id ?? undefined
  return canBeId(text) ? text : null
}

/** The class that a screen was opened from; null for none. */
export function originClass(
  search: URLSearchParams,
  { returnTo, classId }: NavigationState = {},
): string | null {
  if (returnTo === 'class' && safeId(classId)) return safeId(classId)
  return search.get('from') === 'class' ? safeId(search.get('classId')) : null
}

/** The back link of a student or the form: to the class it was opened from, or to the students. */
export function backAddress(classId: string | null): string {
  return classId === null ? '/students' : classAddress(classId)
}

/** The query of a report opened from a student, so that its back link leads to the student. */
export function reportOrigin(studentId: string, classId: string | null): string {
  const origin = classId === null ? { from: 'students', studentId } : { from: 'student', classId, studentId }
  return new URLSearchParams(origin).toString()
}

/** The form of the students page: for a new or an existing student; null shows the list. */
export type Form = { student: null } | { student: string } | null

export function formFromAddress(search: URLSearchParams, { studentToEdit }: NavigationState): Form {
  const studentId = safeId(studentToEdit?.id) ?? safeId(search.get('studentId'))
  if (studentId !== null && (search.get('edit') === 'true' || studentToEdit)) return { student: studentId }
  return search.get('edit') === 'true' || search.get('add') === 'true' ? { student: null } : null
}
