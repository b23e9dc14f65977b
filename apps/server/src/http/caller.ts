import type { Person } from '../outside/identity/identity.ts'

/** Who is calling. The owner of everything a call touches is `teacher_id`, whatever a body says. */
export interface Caller {
  teacher_id: string
  is_administrator: boolean
  person: Person
}

/** All that most actions need to know of who is calling. */
export type Owner = Pick<Caller, 'teacher_id'>
